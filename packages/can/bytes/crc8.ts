/** Tables of CRC-8, highest bit first; both kinds start with 0xFF and are inverted at the end. */
function tableOf(polynomial: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ polynomial) & 0xff : (crc << 1) & 0xff;
    return crc;
  });
}

/** SAE J1850. */
export const CRC8_J1850 = tableOf(0x1d);
/** AUTOSAR's CRC8H2F. */
export const CRC8_H2F = tableOf(0x2f);

/** Of all bytes but the one at `skip`. */
export function crc8(table: Uint8Array, bytes: ArrayLike<number>, skip = -1): number {
  let crc = 0xff;
  for (let i = 0; i < bytes.length; i++) if (i !== skip) crc = table[crc ^ (bytes[i] as number)] as number;
  return crc ^ 0xff;
}
