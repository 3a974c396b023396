import { payload } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

/** Odd: requestSeed of a level, `data` is the optional data record. Even: sendKey, `data` is the key. */
export interface SecurityRequest extends Suppressible {
  accessType: number;
  data: Uint8Array;
}

/** The seed after requestSeed; empty after sendKey. */
export interface SecurityResponse {
  accessType: number;
  seed: Uint8Array;
}

export const securityAccess: UdsService<SecurityRequest, SecurityResponse> = {
  sid: 0x27,
  name: "SecurityAccess",
  hasSubFunction: true,
  echoSize: 1,
  negativeResponses: [0x12, 0x13, 0x22, 0x24, 0x31, 0x35, 0x36, 0x37],
  encodeRequest: (request) => payload(0x27, subFunctionByte(request.accessType, request), request.data),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x27, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      return { accessType: subFunction, suppressPositive, data: reader.rest() };
    }),
  encodeResponse: ({ accessType, seed }) => payload(0x67, accessType, seed),
  decodeResponse: (bytes) => decodeFields(bytes, 0x67, (reader) => ({ accessType: reader.u8(), seed: reader.rest() })),
};

export function isSeedRequest(accessType: number): boolean {
  return (accessType & 1) === 1;
}

/** ISO 14229-1, 10.4.2: a seed of zeros says that the level is already unlocked. */
export function isUnlockedSeed(seed: Uint8Array): boolean {
  return seed.every((byte) => byte === 0);
}
