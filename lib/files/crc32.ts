/** Checksums as zip archives have them (CRC-32 of ISO 3309, polynomial 0x04c11db7, here with its bits reversed). */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) sum = TABLE[(sum ^ bytes[k]!) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
