import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { type ErrorDef, type FieldProblem, platformErrors } from "@canopy/contract/platform/errors";
import { fill, type Language } from "@canopy/contract/platform/language";
import { resourceFields } from "@canopy/contract/platform/resource";
import type { z } from "zod";
import { impossibleText } from "../impossible-text.ts";
import { ApiError } from "./api-error.ts";
import type { Caller } from "./caller.ts";

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Every error code of the product, gathered above this floor. */
export type ErrorTable = ReadonlyMap<string, ErrorDef>;

/** Path, query and body by their schemas; every wrong field is named, the first one decides the code. */
export function checkInput(endpoint: Endpoint, input: Input, language: Language, errors: ErrorTable): Input {
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    refuseImpossibleText(value);
    const result = schema.safeParse(value ?? {});
    if (result.success) return result.data;
    throw inputError(result.error, language, errors);
  };
  return {
    params: check(endpoint.params, input.params),
    query: check(endpoint.query, input.query),
    body: check(endpoint.body, input.body),
  };
}

function refuseImpossibleText(value: unknown): void {
  const field = impossibleText(value);
  if (field === undefined) return;
  throw new ApiError(platformErrors.textImpossible, { field, values: { field: field || "body" } });
}

function inputError(error: z.ZodError, language: Language, errors: ErrorTable): ApiError {
  const problems: FieldProblem[] = error.issues.map((issue) => {
    // A schema puts one of our codes where zod puts its message; the sentence follows from the table.
    const known = errors.get(issue.message);
    const code = known?.code ?? platformErrors.inputInvalid.code;
    return { field: issue.path.join("."), code, message: known ? fill(known.text[language]) : issue.message };
  });
  const first = problems[0];
  const field = first?.field ?? "";
  const def = errors.get(first?.code ?? "") ?? platformErrors.inputInvalid;
  return new ApiError(def, { field, details: problems, values: { field: field || "body" } });
}

/**
 * USR-06: a call that names a tenant may name only the caller's own; any other is answered as if it did not exist. The
 * system manager's own calls name no tenant this way.
 */
export function checkTenant(endpoint: Endpoint, input: Input, caller: Caller | null): void {
  if (!caller || endpoint.access.kind === "system") return;
  for (const part of ["params", "query", "body"] as const) {
    const named = input[part];
    if (typeof named !== "object" || named === null) continue;
    for (const [field, kind] of Object.entries(resourceFields(endpoint[part]))) {
      const value = (named as Record<string, unknown>)[field];
      if (kind === "tenant" && value !== undefined && value !== caller.tenantId) {
        throw new ApiError(platformErrors.notFound);
      }
    }
  }
}
