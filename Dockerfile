# syntax=docker/dockerfile:1
# The bot in a small image without a shell. Build: docker build -t riposte .
# For a release, the folder of its programs stands in for the stage `build` (.ci/pack).
FROM rust:1.94-slim-trixie AS build
ARG TARGETARCH
WORKDIR /src
COPY . .
# Dependencies stay in the cache when only the sources change. The sandbox is for trying things out
# at home: the image does without. Cargo goes by the times of files, and those of an unpacked archive
# may be older than what the cache has: they become new.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target,id=riposte-target-$TARGETARCH \
    find src crates benches data docs migrations -type f -exec touch {} + \
    && cargo build --release --locked --no-default-features --package riposte \
    && install -D target/release/riposte "/out/$TARGETARCH/riposte" \
    && install -d /out/data

FROM gcr.io/distroless/cc-debian13:nonroot
ARG TARGETARCH
LABEL org.opencontainers.image.title="Riposte" \
      org.opencontainers.image.description="A Discord bot that referees role-playing fights played by chat." \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /out/$TARGETARCH/riposte /usr/local/bin/riposte
COPY --from=build --chown=10001:10001 /out/data /data
USER 10001:10001
WORKDIR /data
ENV RIPOSTE_DATABASE=/data/riposte.db
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["riposte", "health"]
# A stop is graceful: the bot finishes what it is answering.
STOPSIGNAL SIGTERM
CMD ["riposte", "run"]
