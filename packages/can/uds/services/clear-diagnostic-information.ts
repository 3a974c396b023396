import { payload, uint } from "../payload.ts";
import { decodeFields, type UdsService } from "../service.ts";

export const ALL_DTC_GROUPS = 0xffffff;

export interface ClearRequest {
  /** Three bytes; FFFFFF is all groups. */
  group: number;
  /** User-defined memory (ISO 14229-1:2020). */
  memorySelection: number | null;
}

export const clearDiagnosticInformation: UdsService<ClearRequest, Record<never, never>> = {
  sid: 0x14,
  name: "ClearDiagnosticInformation",
  hasSubFunction: false,
  echoSize: 0,
  negativeResponses: [0x13, 0x22, 0x31, 0x72],
  encodeRequest: ({ group, memorySelection }) =>
    memorySelection === null ? payload(0x14, uint(group, 3)) : payload(0x14, uint(group, 3), memorySelection),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x14, (reader) => ({
      group: reader.u24(),
      memorySelection: reader.left > 0 ? reader.u8() : null,
    })),
  encodeResponse: () => payload(0x54),
  decodeResponse: (bytes) => decodeFields(bytes, 0x54, () => ({})),
};
