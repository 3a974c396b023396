import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterMove,
  isFor,
  isOver,
  isPossible,
  MOVE_NAMES,
  MOVES,
  movesOf,
  NEW_ORDER,
  ORDER_STATUSES,
  type OrderState,
} from "./order-moves.ts";

/** Said again here on purpose, as WO-02 has it. */
const ALLOWED = [
  "pending take process",
  "pending refuse refuse",
  "process refuse refuse",
  "process solve wait",
  "wait agree done",
  "wait reject abandon",
  "abandon resume process",
  "refuse resubmit pending",
  "pending withdraw pending",
];

const HANDLER = { isInitiator: false, mayHandle: true, isFree: true };
const INITIATOR = { isInitiator: true, mayHandle: false, isFree: true };

describe("the states of a work order", () => {
  it("has the moves of the requirement and no other [WO-02]", () => {
    const found = ORDER_STATUSES.flatMap((status) =>
      MOVE_NAMES.filter((name) => isPossible({ ...NEW_ORDER, status }, name)).map(
        (name) => `${status} ${name} ${MOVES[name].to}`,
      ),
    );
    expect(found.sort()).toEqual([...ALLOWED].sort());
  });

  it("has no person for whom both sides' moves are open, unless it is on both sides [WO-02]", () => {
    for (const name of MOVE_NAMES) expect(isFor(HANDLER, name)).not.toBe(isFor(INITIATOR, name));
    expect(movesOf({ ...NEW_ORDER, status: "process" }, { ...HANDLER, isFree: false })).toEqual([]);
    expect(movesOf({ ...NEW_ORDER, status: "abandon" }, { ...HANDLER, isFree: false })).toEqual(["resume"]);
    expect(movesOf(NEW_ORDER, { isInitiator: false, mayHandle: false, isFree: true })).toEqual([]);
  });

  it("wants a reason for every refusal and a solution for what is solved [WO-02]", () => {
    expect(MOVE_NAMES.filter((name) => MOVES[name].needsRemark)).toEqual(["refuse", "solve", "reject"]);
  });

  it("whatever happens, is sent again once at most, ends for good, and stays in its states [WO-02]", () => {
    const walk = fc.array(fc.constantFrom(...MOVE_NAMES), { maxLength: 60 });
    fc.assert(
      fc.property(walk, (names) => {
        let state: OrderState = NEW_ORDER;
        let again = 0;
        for (const name of names) {
          if (!isPossible(state, name)) continue;
          expect(isOver(state)).toBe(false);
          const next = afterMove(state, name);
          expect(ALLOWED).toContain(`${state.status} ${name} ${next.status}`);
          expect(next.wasResubmitted || !state.wasResubmitted).toBe(true);
          again += name === "resubmit" ? 1 : 0;
          state = next;
        }
        expect(again).toBeLessThanOrEqual(1);
      }),
    );
  });
});
