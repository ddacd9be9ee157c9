# The bot in a small image. Build: docker build -t riposte .
FROM rust:1.94-slim-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The sandbox is for trying things out at home: the image does without.
RUN cargo build --release --locked --no-default-features --package riposte

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /data --no-create-home riposte \
    && install -d -o riposte -g riposte /data
COPY --from=build /src/target/release/riposte /usr/local/bin/riposte
USER riposte
WORKDIR /data
VOLUME /data
ENV RIPOSTE_DATABASE=/data/riposte.db
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["riposte", "health"]
# A stop is graceful: the bot finishes what it is answering.
STOPSIGNAL SIGTERM
CMD ["riposte", "run"]
