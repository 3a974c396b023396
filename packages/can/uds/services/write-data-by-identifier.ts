import { payload, uint } from "../payload.ts";
import { decodeFields, type UdsService } from "../service.ts";

export interface WriteDataRequest {
  identifier: number;
  data: Uint8Array;
}

export interface WriteDataResponse {
  identifier: number;
}

export const writeDataByIdentifier: UdsService<WriteDataRequest, WriteDataResponse> = {
  sid: 0x2e,
  name: "WriteDataByIdentifier",
  hasSubFunction: false,
  echoSize: 2,
  negativeResponses: [0x13, 0x22, 0x31, 0x33, 0x72],
  encodeRequest: ({ identifier, data }) => payload(0x2e, uint(identifier, 2), data),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x2e, (reader) => {
      const identifier = reader.u16();
      // At least one byte of data (ISO 14229-1, 11.7.2): a bare identifier writes nothing.
      return { identifier, data: payload(reader.u8(), reader.rest()) };
    }),
  encodeResponse: ({ identifier }) => payload(0x6e, uint(identifier, 2)),
  decodeResponse: (bytes) => decodeFields(bytes, 0x6e, (reader) => ({ identifier: reader.u16() })),
};
