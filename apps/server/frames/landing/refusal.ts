export type RefusalReason = "quota" | "sequenceGaps";

/** What became of a refused batch that was judged. */
export interface JudgedRefusal {
  /** Now or before: else the states have to be read again. */
  readonly isJudged: boolean;
  /** The states that were given are stored. */
  readonly isStored: boolean;
}
