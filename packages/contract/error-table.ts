import {
  accountErrors,
  codeErrors,
  fieldErrors,
  registrationErrors,
  reviewErrors,
  signInErrors,
} from "./accounts/errors.ts";
import { personErrors } from "./accounts/person-errors.ts";
import { personalErrors } from "./accounts/personal-errors.ts";
import { subUserErrors } from "./accounts/sub-user-errors.ts";
import { alarmErrors, ruleErrors, templateErrors } from "./alarms/errors.ts";
import { capacityErrors } from "./capacity/requests.ts";
import { configErrors } from "./devices/config-errors.ts";
import { commandErrors, deviceErrors, labelErrors, moveErrors, typeErrors } from "./devices/errors.ts";
import { vehicleErrors } from "./devices/vehicle-errors.ts";
import { ecuErrors } from "./diagnosis/ecu-errors.ts";
import { diagnosisErrors } from "./diagnosis/errors.ts";
import { fileErrors } from "./files/errors.ts";
import { firmwareErrors } from "./firmware/errors.ts";
import { rolloutErrors } from "./firmware/rollout-errors.ts";
import { candtuErrors, historyErrors } from "./frames/errors.ts";
import { liveErrors } from "./frames/live.ts";
import { listErrors, sendErrors } from "./frames/send-errors.ts";
import { lakeErrors } from "./lake/schedule.ts";
import { providerErrors } from "./messages/providers.ts";
import { fenceErrors, fenceListErrors, geoJsonErrors, placeErrors, positionFileErrors } from "./places/errors.ts";
import { type ErrorDef, platformErrors, sentenceOf } from "./platform/errors.ts";
import { imageErrors } from "./platform/image-errors.ts";
import type { Language } from "./platform/language.ts";
import { jobErrors } from "./platform/system.ts";
import { curveErrors } from "./signals/curve-errors.ts";
import { dbcErrors } from "./signals/dbc-errors.ts";
import { findErrors } from "./signals/find-errors.ts";
import { functionErrors } from "./signals/function-errors.ts";
import { layoutErrors } from "./signals/layout-errors.ts";
import { strategyErrors } from "./signals/strategy-errors.ts";
import { transferErrors } from "./transfers/errors.ts";

const all = [
  platformErrors,
  jobErrors,
  providerErrors,
  fieldErrors,
  signInErrors,
  codeErrors,
  registrationErrors,
  reviewErrors,
  personErrors,
  subUserErrors,
  personalErrors,
  imageErrors,
  accountErrors,
  capacityErrors,
  deviceErrors,
  typeErrors,
  labelErrors,
  moveErrors,
  vehicleErrors,
  commandErrors,
  configErrors,
  historyErrors,
  liveErrors,
  candtuErrors,
  sendErrors,
  listErrors,
  dbcErrors,
  curveErrors,
  strategyErrors,
  findErrors,
  functionErrors,
  layoutErrors,
  placeErrors,
  fenceErrors,
  fenceListErrors,
  geoJsonErrors,
  positionFileErrors,
  transferErrors,
  fileErrors,
  firmwareErrors,
  rolloutErrors,
  diagnosisErrors,
  ecuErrors,
  lakeErrors,
  ruleErrors,
  templateErrors,
  alarmErrors,
].flatMap((errors) => Object.values<ErrorDef>(errors));

/** Error codes with their texts, apart from those of `all-errors.ts`. */
export const errorTable: ReadonlyMap<string, ErrorDef> = new Map(all.map((error) => [error.code, error]));

/** The sentence of a code; undefined for a code that is not ours. */
export function errorText(
  code: string,
  language: Language,
  values?: Readonly<Record<string, string | number>>,
): string | undefined {
  const error = errorTable.get(code);
  return error && sentenceOf(error, language, values);
}
