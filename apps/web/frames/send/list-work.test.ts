import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import { type SentFrame, sentFrame } from "@canopy/contract/device-link/sent-frame";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  begunWith,
  changing,
  EMPTY_LIST,
  isUnsaved,
  type ListWork,
  movedUp,
  putBack,
  savedAs,
  unchanged,
  withFrame,
  without,
  withWords,
} from "./list-work.ts";

const frame = (id: number): SentFrame => sentFrame.parse({ channel: 0, id, data: "00" });
const idsOf = ({ draft }: ListWork) => draft.frames.map(({ id }) => id);
const listOf = (...ids: number[]) => begunWith({ ...EMPTY_LIST, name: "wake up", frames: ids.map(frame) });

describe("the item of a list that is being changed", () => {
  it("is put back where it stands by then [DEV-06]", () => {
    const moved = movedUp(changing(listOf(1, 2, 3), 2), 2);
    expect(moved.editing?.at).toBe(1);
    const done = putBack(without(moved, 0), frame(9));
    expect([idsOf(done), done.editing]).toEqual([[9, 2], null]);
  });

  it("is put nowhere once it is gone, or another list was loaded [DEV-06]", () => {
    const gone = without(changing(listOf(1, 2), 1), 1);
    expect(gone.editing).toBeNull();
    expect(idsOf(putBack(gone, frame(9)))).toEqual([1]);
    const loaded = begunWith({ ...EMPTY_LIST, frames: [frame(5), frame(6)] });
    expect(idsOf(putBack(loaded, frame(9)))).toEqual([5, 6]);
    expect(idsOf(putBack(unchanged(changing(loaded, 0)), frame(9)))).toEqual([5, 6]);
  });

  it("is the same frame after whatever happens to the list [DEV-06]", () => {
    const step = fc.record({ kind: fc.constantFrom("up", "remove", "add"), at: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(4), (steps, at) => {
        let work = changing(listOf(0, 1, 2, 3, 4), at);
        for (const { kind, at: place } of steps) {
          if (kind === "up") work = movedUp(work, place);
          else if (kind === "add") work = withFrame(work, frame(100 + work.draft.frames.length));
          else if (place < work.draft.frames.length) work = without(work, place);
        }
        const { editing, draft } = work;
        if (editing) expect(draft.frames[editing.at]?.id).toBe(at);
        else expect(idsOf(work)).not.toContain(at);
      }),
    );
  });

  it("is another one by its key, so that the form begins anew", () => {
    const first = changing(listOf(1, 2), 0);
    expect(changing(first, 1).editing?.key).not.toBe(first.editing?.key);
    expect(changing(unchanged(first), 1).editing?.key).not.toBe(first.editing?.key);
    expect(changing(listOf(5, 6), 0).editing?.key).not.toBe(first.editing?.key);
  });
});

describe("a list", () => {
  it("is unsaved from the first change until it is saved [DEV-06]", () => {
    const empty = begunWith(EMPTY_LIST);
    expect([isUnsaved(empty), isUnsaved(withWords(empty, { name: "n" }))]).toEqual([false, false]);
    const made = withFrame(empty, frame(1));
    expect(isUnsaved(made)).toBe(true);
    expect(isUnsaved(savedAs(made, made))).toBe(false);
    // What was added while it was being saved is not saved.
    expect(isUnsaved(savedAs(withFrame(made, frame(2)), made))).toBe(true);
    const another = listOf(1, 2);
    expect(savedAs(another, made)).toBe(another);
    expect(isUnsaved(listOf(1, 2))).toBe(false);
  });

  it("takes no more frames than the terminal [DEV-06]", () => {
    const full = listOf(...Array.from({ length: MAX_SENT_FRAMES }, (_, id) => id));
    expect(withFrame(full, frame(1)).draft.frames).toHaveLength(MAX_SENT_FRAMES);
  });
});
