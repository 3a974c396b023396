import type { UdsService } from "./service.ts";
import { clearDiagnosticInformation } from "./services/clear-diagnostic-information.ts";
import { communicationControl } from "./services/communication-control.ts";
import { controlDtcSetting } from "./services/control-dtc-setting.ts";
import { diagnosticSessionControl } from "./services/diagnostic-session-control.ts";
import { ecuReset } from "./services/ecu-reset.ts";
import { inputOutputControlByIdentifier } from "./services/input-output-control-by-identifier.ts";
import { readDataByIdentifier } from "./services/read-data-by-identifier.ts";
import { readDtcInformation } from "./services/read-dtc-information.ts";
import { readMemoryByAddress } from "./services/read-memory-by-address.ts";
import { requestDownload } from "./services/request-download.ts";
import { requestTransferExit } from "./services/request-transfer-exit.ts";
import { requestUpload } from "./services/request-upload.ts";
import { routineControl } from "./services/routine-control.ts";
import { securityAccess } from "./services/security-access.ts";
import { testerPresent } from "./services/tester-present.ts";
import { transferData } from "./services/transfer-data.ts";
import { writeDataByIdentifier } from "./services/write-data-by-identifier.ts";

/** Every service this library speaks, by its ISO 14229-1 name in camel case. */
export const UDS_SERVICES = {
  diagnosticSessionControl,
  ecuReset,
  clearDiagnosticInformation,
  readDtcInformation,
  readDataByIdentifier,
  readMemoryByAddress,
  securityAccess,
  communicationControl,
  writeDataByIdentifier,
  inputOutputControlByIdentifier,
  routineControl,
  requestDownload,
  requestUpload,
  transferData,
  requestTransferExit,
  testerPresent,
  controlDtcSetting,
} as const;

export type UdsServiceName = keyof typeof UDS_SERVICES;
export type RequestOf<N extends UdsServiceName> =
  (typeof UDS_SERVICES)[N] extends UdsService<infer Request, infer _> ? Request : never;
export type ResponseOf<N extends UdsServiceName> =
  (typeof UDS_SERVICES)[N] extends UdsService<infer _, infer Response> ? Response : never;

const NAMES = new Map<number, UdsServiceName>(
  Object.entries(UDS_SERVICES).map(([name, service]) => [service.sid, name as UdsServiceName]),
);

export function serviceNameOf(sid: number): UdsServiceName | undefined {
  return NAMES.get(sid);
}
