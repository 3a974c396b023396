import { encodeMemoryLocation, type MemoryLocation, readMemoryLocation } from "./memory-location.ts";
import { payload, uint } from "./payload.ts";
import { decodeFields, type UdsService } from "./service.ts";

/** Services 34 and 35 differ in their SID alone (ISO 14229-1, 14.2 and 14.3). */
export interface TransferRequest extends MemoryLocation {
  /** dataFormatIdentifier: high nibble compression, low nibble encryption. */
  dataFormat: number;
}

export interface TransferResponse {
  /** Longest TransferData message, SID and counter included. */
  maxBlockLength: number;
  /** How many bytes that number takes on the wire. */
  lengthBytes: number;
}

export function transferService(sid: number, name: string): UdsService<TransferRequest, TransferResponse> {
  return {
    sid,
    name,
    hasSubFunction: false,
    echoSize: 0,
    negativeResponses: [0x13, 0x22, 0x31, 0x33, 0x70],
    encodeRequest: (request) => payload(sid, request.dataFormat, encodeMemoryLocation(request)),
    decodeRequest: (bytes) =>
      decodeFields(bytes, sid, (reader) => {
        const dataFormat = reader.u8();
        const location = readMemoryLocation(reader);
        return location === "badField" ? location : { dataFormat, ...location };
      }),
    encodeResponse: ({ maxBlockLength, lengthBytes }) =>
      payload(sid + 0x40, lengthBytes << 4, uint(maxBlockLength, lengthBytes)),
    decodeResponse: (bytes) =>
      decodeFields(bytes, sid + 0x40, (reader) => {
        const lengthBytes = reader.u8() >> 4;
        const maxBlockLength = reader.uint(lengthBytes);
        // Two bytes are SID and counter: a block that carries nothing cannot transfer anything.
        return Number.isSafeInteger(maxBlockLength) && maxBlockLength > 2
          ? { maxBlockLength, lengthBytes }
          : "badField";
      }),
  };
}
