import { payload } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

export const RESET_HARD = 0x01;
export const RESET_KEY_OFF_ON = 0x02;
export const RESET_SOFT = 0x03;
export const RESET_ENABLE_RAPID_POWER_SHUT_DOWN = 0x04;
export const RESET_DISABLE_RAPID_POWER_SHUT_DOWN = 0x05;

export interface ResetRequest extends Suppressible {
  resetType: number;
}

export interface ResetResponse {
  resetType: number;
  /** Seconds until power down, 255 unknown; only with enableRapidPowerShutDown. */
  powerDownTimeS: number | null;
}

export const ecuReset: UdsService<ResetRequest, ResetResponse> = {
  sid: 0x11,
  name: "ECUReset",
  hasSubFunction: true,
  echoSize: 1,
  negativeResponses: [0x12, 0x13, 0x22, 0x33],
  encodeRequest: (request) => payload(0x11, subFunctionByte(request.resetType, request)),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x11, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      return { resetType: subFunction, suppressPositive };
    }),
  encodeResponse: ({ resetType, powerDownTimeS }) =>
    powerDownTimeS === null ? payload(0x51, resetType) : payload(0x51, resetType, powerDownTimeS),
  decodeResponse: (bytes) =>
    decodeFields(bytes, 0x51, (reader) => ({
      resetType: reader.u8(),
      powerDownTimeS: reader.left > 0 ? reader.u8() : null,
    })),
};
