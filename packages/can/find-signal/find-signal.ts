import { countFlips } from "./bit-flips.ts";
import { CANDIDATE_KINDS, type Candidate, candidatesOf, extended, trimmed } from "./candidates.ts";
import { findChecksums } from "./checksum-bytes.ts";
import { bitsOf, type FoundField, type FrameColumns, someRows, valuesOf } from "./columns.ts";
import { findCounters } from "./counters.ts";
import { fitted } from "./fit-field.ts";
import { momentScorer } from "./score-moments.ts";
import { referenceScorer } from "./score-reference.ts";
import { windowScorer } from "./score-windows.ts";
import type { AsideReason, FieldPlace, FindReason, FindTarget, Scored } from "./target.ts";

interface Place extends Omit<FieldPlace, "field"> {
  readonly field: FoundField;
  /** Bytes of the payload. */
  readonly size: number;
}

export interface Finding extends Place {
  /** 0 … 1 */
  readonly score: number;
  readonly reason: FindReason;
  /** Raw values, evenly over the range. */
  readonly timeUs: Float64Array;
  readonly value: Float64Array;
}

export interface AsideField extends Place {
  readonly reason: AsideReason;
}

export interface Findings {
  /** Best first. */
  readonly list: readonly Finding[];
  readonly aside: readonly AsideField[];
  readonly frames: number;
  readonly messages: number;
}

const MOST_FINDINGS = 50;
const MOST_OF_MESSAGE = 5;
const MOST_ASIDE = 500;
const LEAST_SCORE = 0.1;
const CURVE_POINTS = 240;
/** Some bits of a longer number are seldom the signal by themselves. */
const PART_WEIGHT = 0.85;
/** Fields of a message that are looked at again in full. */
const MOST_FITTED = 6;

type Ranked = Candidate & Scored;

/** DBC-10: ranks the fields of all messages by what is known of a signal. Messages are given one after the other. */
export class SignalFinder {
  readonly #target: FindTarget;
  #list: Finding[] = [];
  readonly #aside: AsideField[] = [];
  #frames = 0;
  #messages = 0;

  constructor(target: FindTarget) {
    this.#target = target;
  }

  add(columns: FrameColumns): void {
    const { channel, id, isExtended, planes, timeUs } = columns;
    this.#frames += timeUs.length;
    this.#messages += 1;
    if (timeUs.length < 2) return;
    const flips = countFlips(columns);
    const place = { channel, id, isExtended, size: planes.length };
    const aside = this.#asideOf(columns, flips);
    for (const one of aside) if (this.#aside.length < MOST_ASIDE) this.#aside.push({ ...place, ...one });
    const isAside = new Set(aside.flatMap(({ field }) => bitsOf(field)));
    const ranked = this.#rank(columns, flips, isAside);
    const rows = someRows(0, timeUs.length, CURVE_POINTS);
    for (const { field: found, score, reason } of apart(ranked).slice(0, MOST_OF_MESSAGE)) {
      const field = extended(found, columns, flips, isAside);
      const value = valuesOf(columns, field, rows);
      this.#list.push({
        ...place,
        field,
        score,
        reason,
        timeUs: Float64Array.from(rows, (row) => timeUs[row] ?? 0),
        value,
      });
    }
    if (this.#list.length > 4 * MOST_FINDINGS) this.#list = best(this.#list);
  }

  result(): Findings {
    return { list: best(this.#list), aside: this.#aside, frames: this.#frames, messages: this.#messages };
  }

  #asideOf(columns: FrameColumns, flips: ReturnType<typeof countFlips>): Pick<AsideField, "field" | "reason">[] {
    const counters = findCounters(columns, flips);
    const counterBits = new Set(counters.flatMap(({ field }) => bitsOf(field)));
    const checksums = findChecksums(columns, flips, counterBits);
    const own = this.#target.kind === "reference" ? this.#target.own : undefined;
    const isOwn = own?.id === columns.id && own.isExtended === columns.isExtended && own.channel === columns.channel;
    return [
      ...counters.map(({ field, step, share }) => ({ field, reason: { code: "counter", step, share } as const })),
      ...checksums.map(({ byte, kind, share }) => ({
        field: { startBit: byte * 8, length: 8, byteOrder: "intel", isSigned: false } as const,
        reason: kind === "random" ? ({ code: "random" } as const) : ({ code: "checksum", kind, share } as const),
      })),
      ...(isOwn ? [{ field: { ...own.field, isSigned: false }, reason: { code: "reference" } as const }] : []),
    ];
  }

  /** Best first. */
  #rank(columns: FrameColumns, flips: ReturnType<typeof countFlips>, isAside: ReadonlySet<number>): Ranked[] {
    const target = this.#target;
    const candidates = candidatesOf(columns, flips, isAside);
    if (target.kind === "reference") {
      const { quick, full } = referenceScorer(columns, target);
      const ranked = apart(inOrder(candidates, quick)).slice(0, MOST_FITTED);
      return inOrder(
        ranked.map((one) => ({ ...one, field: trimmed(fitted(one.field, columns, quick, isAside), flips) })),
        full,
      );
    }
    if (target.kind === "moments") return inOrder(candidates, momentScorer(columns, flips, target));
    const score = windowScorer(columns, target);
    return inOrder(candidates, score)
      .map((one) => (one.isPart ? { ...one, score: one.score * PART_WEIGHT } : one))
      .sort(byRank);
  }
}

const TIE = 1e-9;
const byRank = (a: Ranked, b: Ranked): number =>
  Math.abs(a.score - b.score) > TIE
    ? b.score - a.score
    : Number(a.field.isSigned) - Number(b.field.isSigned) ||
      CANDIDATE_KINDS.indexOf(a.kind) - CANDIDATE_KINDS.indexOf(b.kind) ||
      b.field.length - a.field.length;

function inOrder(candidates: readonly Candidate[], score: (field: FoundField) => Scored | undefined): Ranked[] {
  const ranked = candidates.flatMap((one) => {
    const scored = score(one.field);
    return scored === undefined || scored.score < LEAST_SCORE ? [] : [{ ...one, ...scored }];
  });
  return ranked.sort(byRank);
}

/** Without those that share a bit with a better one. */
function apart(ranked: readonly Ranked[]): Ranked[] {
  const taken = new Set<number>();
  return ranked.filter(({ field }) => {
    const bits = bitsOf(field);
    if (bits.some((bit) => taken.has(bit))) return false;
    for (const bit of bits) taken.add(bit);
    return true;
  });
}

const best = (list: readonly Finding[]): Finding[] =>
  list.toSorted((a, b) => b.score - a.score).slice(0, MOST_FINDINGS);
