import type { TextKey, Translate } from "../../platform/i18n.ts";
import type { LoadedSource } from "../samples/load-sources.ts";
import type { FunctionOptions } from "./function-kinds.ts";
import type { Cell, FunctionResult } from "./function-result.ts";

export interface FunctionAsked {
  readonly options: FunctionOptions;
  /** End of the range, in microseconds. */
  readonly toUs: number;
  /** Names of a signal's values. */
  nameOf(value: number): string | undefined;
  readonly t: Translate;
}

/** Undefined: too few samples. */
export type Run = (asked: FunctionAsked, first: LoadedSource, second: LoadedSource) => FunctionResult | undefined;

export const figure = (t: Translate, name: TextKey, cell: Cell) => ({ name: t(name), cell });
