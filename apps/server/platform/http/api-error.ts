import type { ErrorDef } from "@canopy/contract/platform/errors";
import type { ErrorBody } from "@canopy/contract/platform/http-call";
import { fill, type Language } from "@canopy/contract/platform/language";

interface ErrorContext {
  field?: string;
  details?: unknown;
  /** Fill the `{name}` places of the text. */
  values?: Readonly<Record<string, string | number>>;
}

/** A declared error on its way to the caller. */
export class ApiError extends Error {
  readonly def: ErrorDef;
  readonly circumstances: ErrorContext;

  constructor(def: ErrorDef, circumstances: ErrorContext = {}) {
    super(fill(def.text.en, circumstances.values));
    this.name = "ApiError";
    this.def = def;
    this.circumstances = circumstances;
  }

  body(language: Language): ErrorBody {
    const message = fill(this.def.text[language], this.circumstances.values);
    const { field, details } = this.circumstances;
    return {
      code: this.def.code,
      message,
      errorMsg: message,
      ...(field === undefined ? {} : { field }),
      ...(details === undefined ? {} : { details }),
    };
  }
}
