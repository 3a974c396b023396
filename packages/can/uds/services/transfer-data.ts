import { payload } from "../payload.ts";
import { decodeFields, type UdsService } from "../service.ts";

/** Download: `data` is in the request; upload: in the response. */
export interface TransferBlock {
  /** blockSequenceCounter: 01 after 34/35, then up, FF → 00. */
  counter: number;
  data: Uint8Array;
}

export const transferData: UdsService<TransferBlock, TransferBlock> = {
  sid: 0x36,
  name: "TransferData",
  hasSubFunction: false,
  echoSize: 1,
  negativeResponses: [0x13, 0x24, 0x31, 0x71, 0x72, 0x73, 0x92, 0x93],
  encodeRequest: ({ counter, data }) => payload(0x36, counter, data),
  decodeRequest: (bytes) => decodeFields(bytes, 0x36, (reader) => ({ counter: reader.u8(), data: reader.rest() })),
  encodeResponse: ({ counter, data }) => payload(0x76, counter, data),
  decodeResponse: (bytes) => decodeFields(bytes, 0x76, (reader) => ({ counter: reader.u8(), data: reader.rest() })),
};
