import { errorTable } from "@canopy/contract/error-table";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { type FieldProblem, platformErrors } from "@canopy/contract/platform/errors";
import { fill, type Language } from "@canopy/contract/platform/language";
import { resourceFields } from "@canopy/contract/platform/resource";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { Caller } from "./caller.ts";

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Path, query and body by their schemas; every wrong field is named, the first one decides the code. */
export function checkInput(endpoint: Endpoint, input: Input, language: Language): Input {
  return {
    params: checked(endpoint.params, input.params ?? {}, language),
    query: checked(endpoint.query, input.query ?? {}, language),
    body: checked(endpoint.body, input.body ?? {}, language),
  };
}

function checked(schema: z.ZodType | undefined, value: unknown, language: Language): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw inputError(result.error, language);
}

function inputError(error: z.ZodError, language: Language): ApiError {
  const problems: FieldProblem[] = error.issues.map((issue) => {
    // A schema puts one of our codes where zod puts its message; the sentence follows from the table.
    const known = errorTable.get(issue.message);
    const code = known?.code ?? platformErrors.inputInvalid.code;
    return { field: issue.path.join("."), code, message: known ? fill(known.text[language]) : issue.message };
  });
  const first = problems[0];
  const field = first?.field ?? "";
  const def = errorTable.get(first?.code ?? "") ?? platformErrors.inputInvalid;
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
