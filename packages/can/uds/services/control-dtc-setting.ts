import { payload } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

export const DTC_SETTING_ON = 0x01;
export const DTC_SETTING_OFF = 0x02;

export interface DtcSettingRequest extends Suppressible {
  settingType: number;
  /** DTCSettingControlOptionRecord. */
  data: Uint8Array;
}

export interface DtcSettingResponse {
  settingType: number;
}

export const controlDtcSetting: UdsService<DtcSettingRequest, DtcSettingResponse> = {
  sid: 0x85,
  name: "ControlDTCSetting",
  hasSubFunction: true,
  echoSize: 1,
  negativeResponses: [0x12, 0x13, 0x22, 0x31],
  encodeRequest: (request) => payload(0x85, subFunctionByte(request.settingType, request), request.data),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x85, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      return { settingType: subFunction, suppressPositive, data: reader.rest() };
    }),
  encodeResponse: ({ settingType }) => payload(0xc5, settingType),
  decodeResponse: (bytes) => decodeFields(bytes, 0xc5, (reader) => ({ settingType: reader.u8() })),
};
