import { payload, uint } from "../payload.ts";
import { decodeFields, type UdsService } from "../service.ts";

export const RETURN_CONTROL_TO_ECU = 0x00;
export const RESET_TO_DEFAULT = 0x01;
export const FREEZE_CURRENT_STATE = 0x02;
export const SHORT_TERM_ADJUSTMENT = 0x03;

/** `data`: control states and enable mask in the request, control status in the response; only a DID table parts them. */
export interface InputOutputControl {
  identifier: number;
  controlParameter: number;
  data: Uint8Array;
}

export const inputOutputControlByIdentifier: UdsService<InputOutputControl, InputOutputControl> = {
  sid: 0x2f,
  name: "InputOutputControlByIdentifier",
  hasSubFunction: false,
  echoSize: 3,
  negativeResponses: [0x13, 0x22, 0x31, 0x33],
  encodeRequest: (request) => encode(0x2f, request),
  decodeRequest: (bytes) => decode(0x2f, bytes),
  encodeResponse: (response) => encode(0x6f, response),
  decodeResponse: (bytes) => decode(0x6f, bytes),
};

function encode(sid: number, { identifier, controlParameter, data }: InputOutputControl): Uint8Array {
  return payload(sid, uint(identifier, 2), controlParameter, data);
}

function decode(sid: number, bytes: Uint8Array) {
  return decodeFields(bytes, sid, (reader) => ({
    identifier: reader.u16(),
    controlParameter: reader.u8(),
    data: reader.rest(),
  }));
}
