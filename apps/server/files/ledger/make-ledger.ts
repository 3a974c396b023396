import { channelKind } from "@canopy/contract/device-link/channels";
import type { GapCause, GapState } from "@canopy/contract/files/gaps";

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface LedgerFile extends Span {
  readonly name: string;
  readonly content: string | null;
  readonly channel: number | null;
  /** It was analysed: what it has is here, and a minute without frames was silent. */
  readonly inHistory: boolean;
}

/** What is known of a range, in buckets of equal length. */
export interface LedgerFacts {
  readonly originMs: number;
  readonly bucketMs: number;
  readonly buckets: number;
  /** For each channel the buckets that have frames. */
  readonly here: ReadonlyMap<number, ReadonlySet<number>>;
  readonly files: readonly LedgerFile[];
  /** When the files were listed; null: never. */
  readonly cardReadMs: number | null;
  readonly offline: readonly Span[];
  readonly noCard: readonly Span[];
  readonly notRecording: readonly Span[];
  readonly refusedMs: readonly number[];
  readonly fullMs: readonly number[];
  readonly quarantinedMs: readonly number[];
  /** Had frames, which were deleted. */
  readonly deleted: readonly (Span & { readonly channel: number })[];
  /** Channels of which the terminal does not upload everything. */
  readonly filtered: ReadonlySet<number>;
  /** Its batches are counted, and it keeps what is refused. */
  readonly isCounted: boolean;
  /** Within them batches that were counted have not come. */
  readonly holes: readonly Span[];
  /** Within them all have come. */
  readonly whole: readonly Span[];
  /** Later buckets may still be on their way. */
  readonly settledMs: number;
}

type RunState = "here" | GapState;

export interface LedgerRun {
  readonly from: number;
  /** The bucket behind it. */
  readonly to: number;
  readonly state: RunState;
  /** It was here. */
  readonly isDeleted: boolean;
}

export interface LedgerGap extends Span {
  readonly channels: readonly number[];
  readonly state: GapState;
  readonly cause: GapCause;
  readonly files: readonly LedgerFile[];
}

export interface Ledger {
  readonly lanes: readonly { readonly channel: number; readonly runs: readonly LedgerRun[] }[];
  readonly gaps: readonly LedgerGap[];
  /** Buckets of all channels by state. */
  readonly totals: Readonly<Record<RunState, number>>;
}

/** DAT-10: what of a range is here, what is on the card, what is lost, and why. A silent bus is no gap. */
export function makeLedger(facts: LedgerFacts): Ledger {
  const evidence = evidenceOf(facts);
  const totals = { here: 0, card: 0, held: 0, lost: 0, unknown: 0 };
  const gaps = new Map<string, LedgerGap & { channels: number[] }>();
  const channels = [...facts.here.keys()].toSorted((a, b) => a - b);
  const lanes = channels.map((channel) => ({ channel, runs: runsOf(facts, evidence, channel) }));
  for (const { channel, runs } of lanes)
    for (const run of runs) {
      totals[run.state] += run.to - run.from;
      if (run.state === "here") continue;
      const cause = causeOf(facts, evidence, run, channel);
      const key = `${run.from} ${run.to} ${run.state} ${cause}`;
      const known = gaps.get(key);
      const files = filesOf(facts, run, channel);
      gaps.set(key, {
        ...{ ...spanOf(facts, run), state: run.state, cause },
        channels: [...(known?.channels ?? []), channel],
        files: [...new Set([...(known?.files ?? []), ...files])],
      });
    }
  return { lanes, totals, gaps: [...gaps.values()].toSorted((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs) };
}

/** By bucket. */
interface Evidence {
  readonly offline: Uint8Array;
  readonly noCard: Uint8Array;
  readonly notRecording: Uint8Array;
  readonly refused: Uint8Array;
  readonly full: Uint8Array;
  readonly quarantined: Uint8Array;
  readonly holes: Uint8Array;
  readonly whole: Uint8Array;
}

function evidenceOf(facts: LedgerFacts): Evidence {
  const marks = (spans: readonly Span[]) => {
    const marked = new Uint8Array(facts.buckets);
    for (const { fromMs, toMs } of spans)
      marked.fill(1, clamp(facts, Math.ceil, fromMs), clamp(facts, Math.ceil, toMs));
    return marked;
  };
  const touched = (spans: readonly Span[]) =>
    marks(spans.map(({ fromMs, toMs }) => ({ fromMs: fromMs - facts.bucketMs + 1, toMs })));
  const moments = (times: readonly number[]) =>
    marks(times.map((at) => ({ fromMs: at - facts.bucketMs + 1, toMs: at + 1 })));
  return {
    offline: marks(facts.offline),
    noCard: marks(facts.noCard),
    notRecording: marks(facts.notRecording),
    refused: moments(facts.refusedMs),
    full: moments(facts.fullMs),
    quarantined: moments(facts.quarantinedMs),
    holes: touched(facts.holes),
    whole: touched(facts.whole),
  };
}

function clamp({ originMs, bucketMs, buckets }: LedgerFacts, round: (n: number) => number, atMs: number): number {
  return Math.min(buckets, Math.max(0, round((atMs - originMs) / bucketMs)));
}

function runsOf(facts: LedgerFacts, evidence: Evidence, channel: number): LedgerRun[] {
  const covered = (inHistory: boolean) => {
    const marked = new Uint8Array(facts.buckets);
    for (const file of facts.files)
      if (file.inHistory === inHistory && isOf(file, channel))
        marked.fill(1, clamp(facts, Math.floor, file.fromMs), clamp(facts, Math.ceil, file.toMs));
    return marked;
  };
  const onCard = covered(false);
  const analysed = covered(true);
  const deleted = new Uint8Array(facts.buckets);
  for (const { fromMs, toMs, channel: of } of facts.deleted)
    if (of === channel) deleted.fill(1, clamp(facts, Math.floor, fromMs), clamp(facts, Math.ceil, toMs));
  const here = facts.here.get(channel) ?? new Set();
  const runs: LedgerRun[] = [];
  for (let i = 0; i < facts.buckets; i++) {
    const wasHere = deleted[i] === 1;
    const bucket = { i, channel, isOnCard: onCard[i] === 1, isAnalysed: analysed[i] === 1, wasHere };
    const state = here.has(i) ? "here" : missingState(facts, evidence, bucket);
    const last = runs.at(-1);
    if (state === undefined) continue;
    const isDeleted = wasHere && state !== "here" && state !== "held";
    if (last?.state === state && last.isDeleted === isDeleted && last.to === i)
      runs[runs.length - 1] = { ...last, to: i + 1 };
    else runs.push({ from: i, to: i + 1, state, isDeleted });
  }
  return runs;
}

interface EmptyBucket {
  readonly i: number;
  readonly channel: number;
  readonly isOnCard: boolean;
  readonly isAnalysed: boolean;
  readonly wasHere: boolean;
}

/** Of a bucket without frames; undefined: nothing speaks for a loss. */
function missingState(facts: LedgerFacts, evidence: Evidence, bucket: EmptyBucket): GapState | undefined {
  const { i, channel, isOnCard, isAnalysed, wasHere } = bucket;
  const endMs = facts.originMs + (i + 1) * facts.bucketMs;
  if (endMs > facts.settledMs) return undefined;
  const [isAway, isRefused, isApart] = [
    evidence.offline[i] === 1,
    evidence.refused[i] === 1,
    evidence.quarantined[i] === 1,
  ];
  const hasHole = evidence.holes[i] === 1;
  const isSent = !facts.filtered.has(channel);
  const isWhole = facts.isCounted && !hasHole && (evidence.whole[i] === 1 || !isAway);
  if (isWhole && isSent && !isRefused && !isApart && !wasHere) return undefined;
  if (isOnCard) return "card";
  if (isAnalysed && !wasHere) return undefined;
  if (isSent && (isApart || (isRefused && facts.isCounted))) return "held";
  const isMissed = isSent && (isRefused || (isAway && (hasHole || !facts.isCounted)));
  if (!isMissed && !wasHere) return undefined;
  return facts.cardReadMs !== null && facts.cardReadMs >= endMs ? "lost" : "unknown";
}

function causeOf(facts: LedgerFacts, evidence: Evidence, run: LedgerRun, channel: number): GapCause {
  const { from, to, state, isDeleted } = run;
  if (isDeleted) return "deleted";
  const share = (marks: Uint8Array) => marks.subarray(from, to).reduce((sum, one) => sum + one, 0) / (to - from);
  if (share(evidence.quarantined) > 0) return "clock";
  if (share(evidence.full) > 0) return "quota";
  if (share(evidence.refused) > 0) return "refused";
  if (state !== "card" && share(evidence.noCard) >= 0.5) return "noCard";
  if (state !== "card" && share(evidence.notRecording) >= 0.5) return "cardFull";
  if (share(evidence.offline) >= 0.5) return "offline";
  return facts.filtered.has(channel) ? "filter" : "unknown";
}

/** Whether a file of the card has this channel. */
function isOf({ content, channel: own }: LedgerFile, channel: number): boolean {
  const kind = channelKind(channel);
  if (content === null) return true;
  if (content === "merged") return kind === "can";
  if (content === "digital") return kind === "digital" || kind === "analogue";
  return content === kind && (own === null || own === channel);
}

const spanOf = ({ originMs, bucketMs }: LedgerFacts, { from, to }: LedgerRun): Span => ({
  fromMs: originMs + from * bucketMs,
  toMs: originMs + to * bucketMs,
});

/** Those whose recall closes the gap. */
function filesOf(facts: LedgerFacts, run: LedgerRun, channel: number): LedgerFile[] {
  if (run.state !== "card") return [];
  const { fromMs, toMs } = spanOf(facts, run);
  return facts.files.filter(
    (file) => !file.inHistory && isOf(file, channel) && file.fromMs < toMs && file.toMs > fromMs,
  );
}
