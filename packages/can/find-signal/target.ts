import type { ChecksumKind } from "../samples/checksums.ts";
import type { FoundField } from "./columns.ts";

/** What the signal that is looked for did. */
export type FindTarget =
  /** It changed at these times, give or take the tolerance, and seldom else. */
  | { readonly kind: "moments"; readonly timesUs: readonly number[]; readonly toleranceUs: number }
  /** It was steady in both windows, and not the same. */
  | { readonly kind: "windows"; readonly a: FindWindow; readonly b: FindWindow }
  /** It went as this curve. */
  | {
      readonly kind: "reference";
      readonly timeUs: Float64Array;
      readonly value: Float64Array;
      /** Where the curve itself comes from. */
      readonly own?: FieldPlace | undefined;
    };

export interface FindWindow {
  readonly fromUs: number;
  readonly toUs: number;
}

export interface FieldPlace {
  readonly channel: number;
  readonly id: number;
  readonly isExtended: boolean;
  readonly field: Omit<FoundField, "isSigned">;
}

/** Why a field has its rank. */
export type FindReason =
  | {
      readonly code: "follows";
      /** Pearson, -1 … 1: linear. */
      readonly correlation: number;
      /** The reference is this much later than the field. */
      readonly lagMs: number;
      /** Reference = factor · raw + offset. */
      readonly factor: number;
      readonly offset: number;
    }
  /** Spearman: it rises and falls with the reference, but not in proportion. */
  | { readonly code: "ranks"; readonly correlation: number; readonly lagMs: number }
  | {
      readonly code: "changes";
      readonly change: "any" | "rises" | "falls";
      readonly hits: number;
      readonly moments: number;
      /** Changes away from all moments. */
      readonly elsewhere: number;
    }
  | {
      readonly code: "differs";
      readonly meanA: number;
      readonly meanB: number;
      readonly spreadA: number;
      readonly spreadB: number;
    };

export interface Scored {
  /** 0 … 1 */
  readonly score: number;
  readonly reason: FindReason;
}

/** Why a field was set aside. */
export type AsideReason =
  | { readonly code: "counter"; readonly step: number; readonly share: number }
  | { readonly code: "checksum"; readonly kind: ChecksumKind; readonly share: number }
  | { readonly code: "random" }
  | { readonly code: "reference" };
