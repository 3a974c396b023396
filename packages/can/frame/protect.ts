import { CRC8_J1850, crc8 } from "../bytes/crc8.ts";

export const PROTECTIONS = ["none", "xor", "sum", "crc8", "sum4", "crc16"] as const;
/** How a message is protected against loss and damage on its way; the DBC's attribute E2EProfile says it. */
export type Protection = (typeof PROTECTIONS)[number];

export function isProtection(name: unknown): name is Protection {
  return PROTECTIONS.some((known) => known === name);
}

/**
 * The checksum of a payload; the bits of the checksum itself must be 0. xor, sum: of its bytes. With the identifier: crc8, SAE
 * J1850; crc16, CCITT, as AUTOSAR profile 5; sum4, TSC1 of SAE J1939-71.
 */
export function checksum(protection: Protection, id: number, payload: Uint8Array): number {
  if (protection === "xor") return payload.reduce((total, byte) => total ^ byte, 0);
  if (protection === "sum") return payload.reduce((total, byte) => (total + byte) & 0xff, 0);
  if (protection === "crc8") return crc8(CRC8_J1850, [...idBytes(id).slice(0, 2), ...payload]);
  if (protection === "crc16") return crc16(id, payload);
  if (protection === "sum4") return sum4(id, payload);
  return 0;
}

function idBytes(id: number): number[] {
  return [id & 0xff, (id >>> 8) & 0xff, (id >>> 16) & 0xff, (id >>> 24) & 0xff];
}

/** Of CCITT, polynomial 1021. */
const CRC16_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  return crc;
});

const crc16Step = (crc: number, byte: number) => ((crc << 8) & 0xffff) ^ (CRC16_TABLE[(crc >> 8) ^ byte] ?? 0);

function crc16(id: number, payload: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of payload) crc = crc16Step(crc, byte);
  return crc16Step(crc16Step(crc, id & 0xff), (id >>> 8) & 0xff);
}

function sum4(id: number, payload: Uint8Array): number {
  const counter = (payload[7] ?? 0) & 0x0f;
  const bytes = [...payload.subarray(0, 7), ...idBytes(id)];
  const sum = bytes.reduce((total, byte) => total + byte, counter);
  return (((sum >> 6) & 0x03) + (sum >> 3) + sum) & 0x07;
}
