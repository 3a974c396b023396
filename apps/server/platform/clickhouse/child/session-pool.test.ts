import { expect, it } from "vitest";
import { openLane } from "./session-pool.ts";

const patient = new AbortController().signal;

it("hands a session to one at a time, in order of arrival", async () => {
  const lane = openLane(["only"]);
  const order: string[] = [];
  const session = await lane.take(patient);
  const second = lane.take(patient).then((taken) => {
    order.push("second");
    return taken;
  });
  const third = lane.take(patient).then(() => order.push("third"));
  expect(lane.waiting).toBe(2);
  lane.give(session);
  lane.give(await second);
  await third;
  expect(order).toEqual(["second", "third"]);
});

it("forgets who has left the queue", async () => {
  const lane = openLane(["only"]);
  const session = await lane.take(patient);
  const leaving = new AbortController();
  const gone = lane.take(leaving.signal);
  leaving.abort(new Error("left"));
  await expect(gone).rejects.toThrow("left");
  lane.give(session);
  await expect(lane.take(patient)).resolves.toBe("only");
});
