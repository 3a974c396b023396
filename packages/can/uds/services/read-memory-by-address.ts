import { encodeMemoryLocation, type MemoryLocation, readMemoryLocation } from "../memory-location.ts";
import { payload } from "../payload.ts";
import { decodeFields, type UdsService } from "../service.ts";

export interface ReadMemoryResponse {
  data: Uint8Array;
}

export const readMemoryByAddress: UdsService<MemoryLocation, ReadMemoryResponse> = {
  sid: 0x23,
  name: "ReadMemoryByAddress",
  hasSubFunction: false,
  echoSize: 0,
  negativeResponses: [0x13, 0x22, 0x31, 0x33],
  encodeRequest: (location) => payload(0x23, encodeMemoryLocation(location)),
  decodeRequest: (bytes) => decodeFields(bytes, 0x23, readMemoryLocation),
  encodeResponse: ({ data }) => payload(0x63, data),
  decodeResponse: (bytes) => decodeFields(bytes, 0x63, (reader) => ({ data: reader.rest() })),
};
