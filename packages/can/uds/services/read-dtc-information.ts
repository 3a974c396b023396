import {
  type ReportParameters,
  readReportParameters,
  reportParameters,
  requestShapeOf,
} from "../dtc-report-request.ts";
import { type DtcReport, encodeReport, readReport } from "../dtc-report-response.ts";
import { payload } from "../payload.ts";
import { decodeFields, readSubFunction, type Suppressible, subFunctionByte, type UdsService } from "../service.ts";

/** Sub-functions of service 19 (ISO 14229-1, table 272). */
export const REPORT_NUMBER_OF_DTC_BY_STATUS_MASK = 0x01;
export const REPORT_DTC_BY_STATUS_MASK = 0x02;
export const REPORT_DTC_SNAPSHOT_IDENTIFICATION = 0x03;
export const REPORT_DTC_SNAPSHOT_RECORD_BY_DTC_NUMBER = 0x04;
export const REPORT_DTC_EXT_DATA_RECORD_BY_DTC_NUMBER = 0x06;
export const REPORT_SUPPORTED_DTC = 0x0a;
export const REPORT_DTC_FAULT_DETECTION_COUNTER = 0x14;
export const REPORT_DTC_WITH_PERMANENT_STATUS = 0x15;
export const REPORT_WWHOBD_DTC_BY_MASK_RECORD = 0x42;

export type ReadDtcRequest = Suppressible & { report: number } & ReportParameters;

export const readDtcInformation: UdsService<ReadDtcRequest, DtcReport> = {
  sid: 0x19,
  name: "ReadDTCInformation",
  hasSubFunction: true,
  echoSize: 1,
  negativeResponses: [0x12, 0x13, 0x31],
  encodeRequest: (request) => payload(0x19, subFunctionByte(request.report, request), reportParameters(request)),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x19, (reader) => {
      const { subFunction, suppressPositive } = readSubFunction(reader);
      const parameters = readReportParameters(requestShapeOf(subFunction), reader);
      return { report: subFunction, suppressPositive, ...parameters };
    }),
  encodeResponse: (report) => payload(0x59, report.report, encodeReport(report)),
  decodeResponse: (bytes) => decodeFields(bytes, 0x59, (reader) => readReport(reader.u8(), reader)),
};
