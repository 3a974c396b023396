const TABLE = new Uint32Array(256).map((_, i) => {
  let crc = i;
  for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of ISO 3309, as in gzip and zip. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[i] as number)) & 255] as number);
  return ~crc >>> 0;
}
