import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dbcs } from "../../testing/dbc-arbitrary.ts";
import { selectSignals } from "../decode/select.ts";
import type { Dbc, Message, Signal } from "../model.ts";
import { parseDbc } from "../parse/parse.ts";
import { writeDbc } from "../write/write.ts";
import { diffDbc } from "./diff.ts";
import {
  addMessage,
  addSignal,
  type Edited,
  removeMessage,
  removeSignal,
  updateMessage,
  updateNetwork,
  updateSignal,
} from "./edit.ts";
import { addNode, removeNode, renameNode } from "./edit-nodes.ts";

const TEXT = `BU_: A B
BO_ 1 M: 8 A
 SG_ Sel M : 0|8@1+ (1,0) [0|0] "" B
 SG_ X m1 : 8|8@1+ (1,0) [0|10] "V" A,B
BO_ 2 Other: 2 B
 SG_ Y : 0|16@1- (0.1,0) [0|0] "" A
SIG_GROUP_ 1 G 1 : Sel X;
`;
const { dbc } = parseDbc(TEXT);
const KEY = { id: 1, isExtended: false };
const message = dbc.messages[0] as Message;
const signal = message.signals[1] as Signal;

function edited(result: Edited): Dbc {
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

function refused(result: Edited): string | null {
  return result.ok ? null : result.problem.code;
}

describe("editing", () => {
  it("makes a new model that can be written, and leaves the old one alone", () => {
    const before = structuredClone(dbc);
    const next = edited(updateSignal(dbc, KEY, "X", { factor: 0.5, comment: "half" }));
    expect(next.messages[0]?.signals[1]).toMatchObject({ factor: 0.5, comment: "half" });
    expect(parseDbc(writeDbc(next)).dbc).toEqual(next);
    expect(dbc).toEqual(before);
  });

  it("adds, changes and removes messages", () => {
    const added = edited(addMessage(dbc, { ...message, id: 3, name: "New" }));
    expect(added.messages.length).toBe(3);
    const moved = edited(updateMessage(added, { id: 3, isExtended: false }, { id: 0x18fef100, isExtended: true }));
    expect(edited(removeMessage(moved, { id: 0x18fef100, isExtended: true }))).toEqual(dbc);
    expect(refused(addMessage(dbc, { ...message, name: "New" }))).toBe("idTaken");
    expect(refused(addMessage(dbc, { ...message, id: 9 }))).toBe("nameTaken");
    expect(refused(updateMessage(dbc, KEY, { id: 0x800 }))).toBe("idOutOfRange");
    expect(refused(updateMessage(dbc, KEY, { length: 1 }))).toBe("signalOutsideMessage");
    expect(refused(updateMessage(dbc, KEY, { name: "1 x" }))).toBe("invalidName");
    expect(refused(removeMessage(dbc, { id: 1, isExtended: true }))).toBe("unknownMessage");
  });

  it("a renamed selector is followed by its signals and groups", () => {
    const [renamed] = edited(updateSignal(dbc, KEY, "Sel", { name: "Page" })).messages;
    expect(renamed?.signals[1]?.multiplexed?.selector).toBe("Page");
    expect(renamed?.signalGroups[0]?.signals).toEqual(["Page", "X"]);
  });

  it("refuses signals that could not be decoded", () => {
    const change = (changes: Partial<Signal>) => refused(updateSignal(dbc, KEY, "X", changes));
    expect(change({ startBit: 60 })).toBe("signalOutsideMessage");
    expect(change({ length: 0 })).toBe("signalOutOfRange");
    expect(change({ factor: 0 })).toBe("zeroFactor");
    expect(change({ minimum: 11 })).toBe("limitsReversed");
    expect(change({ maximum: Number.POSITIVE_INFINITY })).toBe("limitsReversed");
    expect(change({ valueType: "float" })).toBe("floatLength");
    expect(change({ name: "Sel" })).toBe("nameTaken");
    expect(change({ multiplexed: { selector: "Nobody", ranges: [{ from: 0, to: 0 }] } })).toBe("unknownSelector");
    expect(change({ multiplexed: { selector: "Sel", ranges: [{ from: 2, to: 1 }] } })).toBe("rangeReversed");
    expect(refused(removeSignal(dbc, KEY, "Sel"))).toBe("signalIsSelector");
    expect(refused(updateSignal(dbc, KEY, "Sel", { isMultiplexor: false }))).toBe("signalIsSelector");
    expect(refused(updateSignal(dbc, KEY, "Z", {}))).toBe("unknownSignal");
    const circle = edited(updateSignal(dbc, KEY, "X", { isMultiplexor: true }));
    const around = { multiplexed: { selector: "X", ranges: [{ from: 0, to: 0 }] } };
    expect(refused(updateSignal(circle, KEY, "Sel", around))).toBe("selectorCycle");
  });

  it("an old fault does not stop an edit beside it", () => {
    const odd = parseDbc('BO_ 1 2017_5: 1 N\n SG_ 0_X : 4|8@1+ (0,0) [0|0] "" N\n').dbc;
    const named = edited(updateMessage(odd, KEY, { comment: "seen in the wild" }));
    expect(edited(updateSignal(named, KEY, "0_X", { unit: "V" })).messages[0]?.signals[0]?.unit).toBe("V");
  });

  it("adds and removes signals, in groups too", () => {
    const added = edited(addSignal(dbc, KEY, { ...signal, name: "Z", startBit: 16 }));
    expect(edited(removeSignal(added, KEY, "Z"))).toEqual(dbc);
    expect(edited(removeSignal(dbc, KEY, "X")).messages[0]?.signalGroups[0]?.signals).toEqual(["Sel"]);
  });

  it("nodes are followed by what they send and receive", () => {
    const renamed = edited(renameNode(dbc, "A", "Engine"));
    expect(renamed.messages[0]).toMatchObject({ transmitter: "Engine", signals: [{}, { receivers: ["Engine", "B"] }] });
    const removed = edited(removeNode(dbc, "A"));
    expect(removed.messages[0]).toMatchObject({ transmitter: null, signals: [{}, { receivers: ["B"] }] });
    expect(edited(addNode(dbc, "C")).nodes.length).toBe(3);
    expect([refused(addNode(dbc, "A")), refused(addNode(dbc, "9")), refused(renameNode(dbc, "Z", "Y"))]).toEqual([
      "nameTaken",
      "invalidName",
      "unknownNode",
    ]);
  });
});

describe("the difference of two revisions", () => {
  it("is empty for one model, whatever it is", () => {
    fc.assert(
      fc.property(dbcs(), (any) => {
        expect(diffDbc(any, structuredClone(any))).toEqual({ changes: [], messages: [] });
      }),
      { numRuns: 50 },
    );
  });

  it("tells what was added, removed and changed, down to the field", () => {
    let next = edited(updateSignal(dbc, KEY, "X", { factor: 0.5 }));
    next = edited(addSignal(next, KEY, { ...signal, name: "Z", startBit: 16 }));
    next = edited(removeMessage(next, { id: 2, isExtended: false }));
    next = edited(addMessage(next, { ...message, id: 7, name: "New" }));
    next = edited(updateNetwork(next, { version: "2" }));
    expect(diffDbc(dbc, next)).toMatchObject({
      changes: [{ field: "version", before: "", after: "2" }],
      messages: [
        {
          kind: "changed",
          name: "M",
          changes: [],
          signals: [
            { kind: "changed", name: "X", changes: [{ field: "factor", before: 1, after: 0.5 }] },
            { kind: "added", name: "Z" },
          ],
        },
        { kind: "removed", name: "Other", signals: [{ kind: "removed", name: "Y" }] },
        { kind: "added", name: "New" },
      ],
    });
  });

  it("a message with a new identifier and the old name is changed, not lost", () => {
    const next = edited(updateMessage(dbc, KEY, { id: 77 }));
    const { messages } = diffDbc(dbc, next);
    expect(messages).toMatchObject([{ kind: "changed", name: "M", changes: [{ field: "id", before: 1, after: 77 }] }]);
  });
});

it("a selection keeps the wanted signals and the selectors above them", () => {
  const selected = selectSignals(dbc, (_message, one) => one.name === "X");
  expect(selected.messages.map(({ signals }) => signals.map(({ name }) => name))).toEqual([["Sel", "X"]]);
});
