import { type PayloadReader, payload, uint } from "./payload.ts";

/**
 * A memory range as services 23, 34 and 35 write it: addressAndLengthFormatIdentifier (high nibble: bytes of the size,
 * low nibble: bytes of the address), address, size (ISO 14229-1, annex H).
 */
export interface MemoryLocation {
  address: number;
  size: number;
  addressBytes: number;
  sizeBytes: number;
}

export function encodeMemoryLocation({ address, size, addressBytes, sizeBytes }: MemoryLocation): Uint8Array {
  return payload((sizeBytes << 4) | addressBytes, uint(address, addressBytes), uint(size, sizeBytes));
}

export function readMemoryLocation(reader: PayloadReader): MemoryLocation | "badField" {
  const format = reader.u8();
  const addressBytes = format & 15;
  const sizeBytes = format >> 4;
  const address = reader.uint(addressBytes);
  const size = reader.uint(sizeBytes);
  if (addressBytes === 0 || sizeBytes === 0) return "badField";
  return Number.isSafeInteger(address) && Number.isSafeInteger(size)
    ? { address, size, addressBytes, sizeBytes }
    : "badField";
}
