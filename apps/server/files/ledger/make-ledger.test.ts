import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LedgerFacts, makeLedger } from "./make-ledger.ts";

const MINUTE = 60_000;
/** Frames on CAN1 and CAN2 but in minutes 3 to 5 of ten. */
const here = new Set([0, 1, 2, 6, 7, 8, 9]);
const at = (minute: number) => minute * MINUTE;

const facts = (changes: Partial<LedgerFacts> = {}): LedgerFacts => ({
  originMs: 0,
  bucketMs: MINUTE,
  buckets: 10,
  here: new Map([
    [0, here],
    [1, here],
  ]),
  files: [],
  cardReadMs: at(20),
  offline: [{ fromMs: at(3), toMs: at(6) }],
  noCard: [],
  notRecording: [],
  refusedMs: [],
  fullMs: [],
  quarantinedMs: [],
  deleted: [],
  filtered: new Set(),
  isCounted: true,
  holes: [{ fromMs: 0, toMs: at(20) }],
  whole: [],
  settledMs: at(20),
  ...changes,
});
const file = (name: string, channel: number, from: number, to: number) => ({
  ...{ name, channel, content: "can", inHistory: false },
  fromMs: at(from),
  toMs: at(to),
});
const gapsOf = (changes: Partial<LedgerFacts>) =>
  makeLedger(facts(changes)).gaps.map(({ fromMs, toMs, channels, state, cause, files }) => [
    fromMs / MINUTE,
    toMs / MINUTE,
    channels.join(),
    state,
    cause,
    files.map(({ name }) => name).join(),
  ]);

describe("the ledger [DAT-10]", () => {
  it("finds what the card still has, by channel, with exactly its files", () => {
    const files = [
      file("CAN1_1", 0, 0, 4.5),
      file("CAN1_2", 0, 4.5, 9),
      file("CAN2_1", 1, 0, 3),
      file("CAN2_3", 1, 8, 9),
    ];
    expect(gapsOf({ files })).toEqual([
      [3, 6, "0", "card", "offline", "CAN1_1,CAN1_2"],
      [3, 6, "1", "lost", "offline", ""],
    ]);
    expect(makeLedger(facts({ files })).totals).toEqual({ here: 14, card: 3, held: 0, lost: 3, unknown: 0 });
  });

  it("names what was deleted, where nothing else is missing and beside what is", () => {
    const whole = { offline: [], holes: [], whole: [{ fromMs: 0, toMs: at(20) }] };
    expect(gapsOf(whole)).toEqual([]);
    const deleted = [0, 1].map((channel) => ({ fromMs: at(3), toMs: at(5), channel }));
    expect(gapsOf({ ...whole, deleted })).toEqual([[3, 5, "0,1", "lost", "deleted", ""]]);
    expect(gapsOf({ ...whole, deleted: [{ fromMs: 0, toMs: at(20), channel: 1 }] })).toEqual([
      [3, 6, "1", "lost", "deleted", ""],
    ]);
    const files = [{ ...file("CAN_1", 0, 0, 10), content: "merged", channel: null }];
    expect(gapsOf({ ...whole, deleted, files })).toEqual([[3, 5, "0,1", "card", "deleted", "CAN_1"]]);
    expect(gapsOf({ deleted })).toEqual([
      [3, 5, "0,1", "lost", "deleted", ""],
      [5, 6, "0,1", "lost", "offline", ""],
    ]);
    expect(gapsOf({ ...whole, deleted, cardReadMs: null })).toEqual([[3, 5, "0,1", "unknown", "deleted", ""]]);
    // What the server still keeps apart is told as that.
    expect(gapsOf({ ...whole, deleted, quarantinedMs: [at(3), at(4)] })).toEqual([[3, 5, "0,1", "held", "clock", ""]]);
  });

  it("joins the channels of one gap", () => {
    const files = [{ ...file("CAN_1", 0, 0, 10), content: "merged", channel: null }];
    expect(gapsOf({ files })).toEqual([[3, 6, "0,1", "card", "offline", "CAN_1"]]);
  });

  it.each([
    ["noCard", { noCard: [{ fromMs: at(2), toMs: at(7) }] }],
    ["cardFull", { notRecording: [{ fromMs: at(3), toMs: at(6) }] }],
    ["quota", { offline: [], isCounted: false, refusedMs: [at(3), at(4), at(5)], fullMs: [at(3)] }],
    ["refused", { offline: [], isCounted: false, refusedMs: [at(3), at(4), at(5)] }],
    ["offline", {}],
  ] as const)("says that %s was the cause of a loss", (cause, changes) => {
    expect(gapsOf(changes)).toEqual([[3, 6, "0,1", "lost", cause, ""]]);
  });

  it.each([
    ["quota", { offline: [], refusedMs: [at(3), at(4), at(5)], fullMs: [at(4)] }],
    ["refused", { offline: [], refusedMs: [at(3), at(4), at(5)] }],
    ["clock", { offline: [], quarantinedMs: [at(3), at(4), at(5)] }],
  ] as const)("takes frames that wait elsewhere for held, not lost: %s", (cause, changes) => {
    expect(gapsOf(changes)).toEqual([[3, 6, "0,1", "held", cause, ""]]);
  });

  it("says that a channel is not uploaded, where the card has it, and takes a silent one for no gap", () => {
    const files = [file("CAN2_1", 1, 3, 6)];
    const filtered = new Set([1]);
    expect(gapsOf({ offline: [], holes: [], filtered, files })).toEqual([[3, 6, "1", "card", "filter", "CAN2_1"]]);
    expect(gapsOf({ offline: [], filtered })).toEqual([]);
  });

  it("does not call lost what nobody has looked for since", () => {
    expect(gapsOf({ cardReadMs: at(5) })).toEqual([
      [3, 5, "0,1", "lost", "offline", ""],
      [5, 6, "0,1", "unknown", "offline", ""],
    ]);
    expect(gapsOf({ cardReadMs: null })).toEqual([[3, 6, "0,1", "unknown", "offline", ""]]);
  });

  it("takes a silent bus, a terminal that was off and the newest minutes for no gaps", () => {
    expect(gapsOf({ offline: [] })).toEqual([]);
    expect(gapsOf({ holes: [] })).toEqual([]);
    expect(gapsOf({ offline: [], holes: [], files: [file("CAN1_1", 0, 0, 9)] })).toEqual([]);
    const whole = { holes: [], whole: [{ fromMs: 0, toMs: at(20) }] };
    expect(gapsOf({ ...whole, files: [file("CAN1_1", 0, 0, 9)] })).toEqual([]);
    expect(gapsOf({ settledMs: at(4) })).toEqual([[3, 4, "0,1", "lost", "offline", ""]]);
  });

  it("looks for losses only where counted batches are missing", () => {
    expect(gapsOf({ holes: [{ fromMs: at(4), toMs: at(8) }] })).toEqual([[4, 6, "0,1", "lost", "offline", ""]]);
  });

  it("takes minutes of a file that was analysed for silent", () => {
    const analysed = { ...file("CAN1_1", 0, 0, 5), inHistory: true };
    expect(gapsOf({ files: [analysed, file("CAN1_2", 0, 5, 9)], here: new Map([[0, here]]) })).toEqual([
      [5, 6, "0", "card", "offline", "CAN1_2"],
    ]);
  });

  it("finds a file of the card without any cause", () => {
    const files = [file("CAN1_1", 0, 4, 5)];
    expect(gapsOf({ offline: [], files })).toEqual([[4, 5, "0", "card", "unknown", "CAN1_1"]]);
  });

  it("has a gap for each run that is not here, and counts each bucket once", () => {
    const span = fc
      .tuple(fc.nat(12), fc.nat(12))
      .map(([a, b]) => ({ fromMs: at(Math.min(a, b)), toMs: at(Math.max(a, b)) }));
    const spans = fc.array(span, { maxLength: 3 });
    const drawn = fc.record({
      here: fc.uniqueArray(fc.nat(9)).map((list) => new Map([[0, new Set(list)]])),
      files: fc
        .array(fc.tuple(span, fc.boolean()), { maxLength: 3 })
        .map((list) => list.map(([one, inHistory], i) => ({ ...file(`F${i}`, 0, 0, 0), ...one, inHistory }))),
      offline: spans,
      noCard: spans,
      refusedMs: fc.array(fc.nat(at(10)), { maxLength: 3 }),
      quarantinedMs: fc.array(fc.nat(at(10)), { maxLength: 3 }),
      isCounted: fc.boolean(),
      holes: spans,
      whole: spans,
      cardReadMs: fc.option(fc.nat(at(12))),
    });
    fc.assert(
      fc.property(drawn, (changes) => {
        const { lanes, gaps, totals } = makeLedger(facts(changes));
        const runs = lanes.flatMap((lane) => lane.runs);
        expect(gaps.length).toBe(runs.filter(({ state }) => state !== "here").length);
        const counted = Object.values(totals).reduce((sum, one) => sum + one, 0);
        expect(counted).toBe(runs.reduce((sum, { from, to }) => sum + to - from, 0));
        expect(totals.here).toBe(changes.here.get(0)?.size);
        for (const { state, files } of gaps) expect(files.length > 0).toBe(state === "card");
      }),
    );
  });
});
