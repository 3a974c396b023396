import { z } from "zod";
import { functionErrors } from "./function-errors.ts";

/** A quote would end the name within a formula. */
export const computedName = z
  .string()
  .trim()
  .regex(/^[^"\p{Cc}]{1,64}$/u, functionErrors.computedName.code);
