import { payload, uint } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

export const ENABLE_RX_AND_TX = 0x00;
export const ENABLE_RX_DISABLE_TX = 0x01;
export const DISABLE_RX_ENABLE_TX = 0x02;
export const DISABLE_RX_AND_TX = 0x03;

export const NORMAL_MESSAGES = 0x01;
export const NETWORK_MANAGEMENT_MESSAGES = 0x02;
export const ALL_MESSAGES = 0x03;

export interface CommunicationRequest extends Suppressible {
  controlType: number;
  communicationType: number;
  /** Only with control types 04 and 05 (enhanced address information). */
  node: number | null;
}

export interface CommunicationResponse {
  controlType: number;
}

export const communicationControl: UdsService<CommunicationRequest, CommunicationResponse> = {
  sid: 0x28,
  name: "CommunicationControl",
  hasSubFunction: true,
  echoSize: 1,
  negativeResponses: [0x12, 0x13, 0x22, 0x31],
  encodeRequest: (request) =>
    payload(
      0x28,
      subFunctionByte(request.controlType, request),
      request.communicationType,
      request.node === null ? new Uint8Array(0) : uint(request.node, 2),
    ),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x28, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      const communicationType = reader.u8();
      return {
        controlType: subFunction,
        suppressPositive,
        communicationType,
        node: reader.left > 0 ? reader.u16() : null,
      };
    }),
  encodeResponse: ({ controlType }) => payload(0x68, controlType),
  decodeResponse: (bytes) => decodeFields(bytes, 0x68, (reader) => ({ controlType: reader.u8() })),
};
