import { arrivalErrors } from "./accounts/arrival-errors.ts";
import { factorErrors } from "./accounts/second-factor-errors.ts";
import { bookmarkErrors } from "./devices/bookmark-errors.ts";
import { flashErrors } from "./diagnosis/flashing/errors.ts";
import { errorTable } from "./error-table.ts";
import { outputErrors } from "./outputs/errors.ts";
import type { ErrorDef } from "./platform/errors.ts";
import { pushErrors } from "./push/errors.ts";
import { statisticsErrors } from "./statistics/errors.ts";
import { panelErrors } from "./statistics/panel-errors.ts";
import { testErrors } from "./tests/errors.ts";
import { orderErrors } from "./work-orders/errors.ts";

/** Of pages that bring their texts along when they are opened: the first page does without them. */
const later = [
  arrivalErrors,
  bookmarkErrors,
  factorErrors,
  flashErrors,
  pushErrors,
  panelErrors,
  statisticsErrors,
  testErrors,
  orderErrors,
  outputErrors,
].flatMap((errors) => Object.values<ErrorDef>(errors));

/** Every error code of the product. */
export const allErrors: ReadonlyMap<string, ErrorDef> = new Map([
  ...errorTable,
  ...later.map((error) => [error.code, error] as const),
]);
