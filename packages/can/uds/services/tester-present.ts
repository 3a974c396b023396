import { payload } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

export type TesterPresentRequest = Suppressible;

export const testerPresent: UdsService<TesterPresentRequest, Record<never, never>> = {
  sid: 0x3e,
  name: "TesterPresent",
  hasSubFunction: true,
  echoSize: 1,
  negativeResponses: [0x12, 0x13],
  encodeRequest: (request) => payload(0x3e, subFunctionByte(0, request)),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x3e, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      return subFunction === 0 ? { suppressPositive } : "badField";
    }),
  encodeResponse: () => payload(0x7e, 0),
  decodeResponse: (bytes) => decodeFields(bytes, 0x7e, (reader) => (reader.u8() === 0 ? {} : "badField")),
};
