import { errorTable } from "./error-table.ts";
import type { ErrorDef } from "./platform/errors.ts";
import { pushErrors } from "./push/errors.ts";

/** Of pages that bring their texts along when they are opened: the first page does without them. */
const later = Object.values<ErrorDef>(pushErrors);

/** Every error code of the product. */
export const allErrors: ReadonlyMap<string, ErrorDef> = new Map([
  ...errorTable,
  ...later.map((error) => [error.code, error] as const),
]);
