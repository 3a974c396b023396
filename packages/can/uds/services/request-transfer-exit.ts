import { payload } from "../payload.ts";
import { decodeFields, type UdsService } from "../service.ts";

export interface TransferExit {
  /** transferRequestParameterRecord: a checksum or nothing, as the maker wants. */
  data: Uint8Array;
}

export const requestTransferExit: UdsService<TransferExit, TransferExit> = {
  sid: 0x37,
  name: "RequestTransferExit",
  hasSubFunction: false,
  echoSize: 0,
  negativeResponses: [0x13, 0x24, 0x31, 0x72],
  encodeRequest: ({ data }) => payload(0x37, data),
  decodeRequest: (bytes) => decodeFields(bytes, 0x37, (reader) => ({ data: reader.rest() })),
  encodeResponse: ({ data }) => payload(0x77, data),
  decodeResponse: (bytes) => decodeFields(bytes, 0x77, (reader) => ({ data: reader.rest() })),
};
