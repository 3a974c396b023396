/** `unstorable`: the database takes no such batch, which is a fault of the server. */
export type RefusalReason = "quota" | "sequenceGaps" | "epochReused" | "unstorable";

/** What became of a refused batch that was judged. */
export interface JudgedRefusal {
  /** Now or before: else the states have to be read again. */
  readonly isJudged: boolean;
  /** The states that were given are stored. */
  readonly isStored: boolean;
}
