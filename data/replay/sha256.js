// SHA-256 (FIPS 180-4). A page that is opened as a file has no other: browsers offer theirs only to
// pages of a secure origin.

const SHA256_START = fractionsOfPrimes(8, 1 / 2);
const SHA256_ROUNDS = fractionsOfPrimes(64, 1 / 3);

// Returns the first 32 bits of the fractions of roots of the first primes. A double has room for
// them: the roots are below 20.
function fractionsOfPrimes(count, power) {
  const fractions = [];
  for (let number = 2; fractions.length < count; number++) {
    let divisor = 2;
    while (number % divisor !== 0) divisor++;
    if (divisor === number) fractions.push((number ** power % 1) * 2 ** 32);
  }
  return Uint32Array.from(fractions);
}

const rotateRight = (word, by) => (word >>> by) | (word << (32 - by));

// Returns the bytes with the padding that makes them whole blocks of 64.
function padToBlocks(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return new DataView(padded.buffer);
}

// Returns the words of a block that its rounds use.
function expandBlock(blocks, start) {
  const words = new Uint32Array(64);
  for (let at = 0; at < 16; at++) words[at] = blocks.getUint32(start + 4 * at);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15], words[at - 2]];
    const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + first + words[at - 7] + second;
  }
  return words;
}

// Returns the hash of bytes as 32 bytes.
export function sha256(bytes) {
  const hash = SHA256_START.slice();
  const blocks = padToBlocks(bytes);
  for (let start = 0; start < blocks.byteLength; start += 64) {
    const words = expandBlock(blocks, start);
    let [a, b, c, d, e, f, g, h] = hash;
    for (let round = 0; round < 64; round++) {
      const bigE = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const bigA = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = h + bigE + chosen + SHA256_ROUNDS[round] + words[round];
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + bigA + majority) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] += word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => out.setUint32(4 * at, word));
  return new Uint8Array(out.buffer);
}
