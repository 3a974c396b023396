import { payload } from "./payload.ts";
import { type Decoded, decodeFields } from "./service.ts";
import { serviceNameOf, UDS_SERVICES } from "./services.ts";

export const NEGATIVE_RESPONSE_SID = 0x7f;

export const NRC_GENERAL_REJECT = 0x10;
export const NRC_SERVICE_NOT_SUPPORTED = 0x11;
export const NRC_SUB_FUNCTION_NOT_SUPPORTED = 0x12;
export const NRC_INCORRECT_LENGTH = 0x13;
export const NRC_BUSY_REPEAT_REQUEST = 0x21;
export const NRC_CONDITIONS_NOT_CORRECT = 0x22;
export const NRC_REQUEST_SEQUENCE_ERROR = 0x24;
export const NRC_REQUEST_OUT_OF_RANGE = 0x31;
export const NRC_SECURITY_ACCESS_DENIED = 0x33;
export const NRC_INVALID_KEY = 0x35;
export const NRC_EXCEEDED_ATTEMPTS = 0x36;
export const NRC_TIME_DELAY_NOT_EXPIRED = 0x37;
export const NRC_UPLOAD_DOWNLOAD_NOT_ACCEPTED = 0x70;
export const NRC_WRONG_BLOCK_SEQUENCE_COUNTER = 0x73;
export const NRC_RESPONSE_PENDING = 0x78;
export const NRC_SUB_FUNCTION_NOT_SUPPORTED_IN_SESSION = 0x7e;
export const NRC_SERVICE_NOT_SUPPORTED_IN_SESSION = 0x7f;

/** ISO 14229-1, 7.5.3.3: a functional request is not answered with these; the ECU was simply not meant. */
const SILENT_WHEN_FUNCTIONAL: ReadonlySet<number> = new Set([0x11, 0x12, 0x31, 0x7e, 0x7f]);

/** Codes any service may give (ISO 14229-1, table A.1: general, subnet, session and vehicle conditions). */
const PERMITTED_EVERYWHERE: ReadonlySet<number> = new Set([
  0x10, 0x11, 0x14, 0x21, 0x25, 0x26, 0x33, 0x34, 0x78, 0x7e, 0x7f, 0x94,
]);

export interface NegativeResponse {
  sid: number;
  code: number;
}

export function encodeNegativeResponse({ sid, code }: NegativeResponse): Uint8Array {
  return payload(NEGATIVE_RESPONSE_SID, sid, code);
}

export function decodeNegativeResponse(bytes: Uint8Array): Decoded<NegativeResponse> {
  return decodeFields(bytes, NEGATIVE_RESPONSE_SID, (reader) => ({ sid: reader.u8(), code: reader.u8() }));
}

export function isSilentWhenFunctional(code: number): boolean {
  return SILENT_WHEN_FUNCTIONAL.has(code);
}

/** May this service give this code by the standard? A tester shows the others too, marked. */
export function isPermittedNegative(sid: number, code: number): boolean {
  const name = serviceNameOf(sid);
  const isVehicleCondition = (code >= 0x81 && code <= 0x94) || (code >= 0xf0 && code <= 0xfe);
  if (PERMITTED_EVERYWHERE.has(code) || isVehicleCondition) return true;
  return name !== undefined && UDS_SERVICES[name].negativeResponses.includes(code);
}
