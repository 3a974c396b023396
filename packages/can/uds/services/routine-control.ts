import { payload, uint } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

export const START_ROUTINE = 0x01;
export const STOP_ROUTINE = 0x02;
export const REQUEST_ROUTINE_RESULTS = 0x03;

/** ISO 14229-1, annex F. */
export const ROUTINE_ERASE_MEMORY = 0xff00;
export const ROUTINE_CHECK_PROGRAMMING_DEPENDENCIES = 0xff01;

export interface RoutineRequest extends Suppressible {
  controlType: number;
  routine: number;
  /** routineControlOptionRecord. */
  data: Uint8Array;
}

export interface RoutineResponse {
  controlType: number;
  routine: number;
  /** routineInfo and routineStatusRecord. */
  data: Uint8Array;
}

export const routineControl: UdsService<RoutineRequest, RoutineResponse> = {
  sid: 0x31,
  name: "RoutineControl",
  hasSubFunction: true,
  echoSize: 3,
  negativeResponses: [0x12, 0x13, 0x22, 0x24, 0x31, 0x33, 0x72],
  encodeRequest: (request) =>
    payload(0x31, subFunctionByte(request.controlType, request), uint(request.routine, 2), request.data),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x31, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      return { controlType: subFunction, suppressPositive, routine: reader.u16(), data: reader.rest() };
    }),
  encodeResponse: ({ controlType, routine, data }) => payload(0x71, controlType, uint(routine, 2), data),
  decodeResponse: (bytes) =>
    decodeFields(bytes, 0x71, (reader) => ({ controlType: reader.u8(), routine: reader.u16(), data: reader.rest() })),
};
