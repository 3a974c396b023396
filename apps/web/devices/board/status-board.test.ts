import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StatusBoard } from "./status-board.ts";
import { testRow } from "./test-rows.ts";

const rows = Array.from({ length: 5 }, (_, n) => testRow({ online: n < 2 }));
const [first, second] = rows;
const idOf = (n: number) => rows[n]?.id ?? "";
const status = (n: number, framesPerSecond: number, online = true) => ({
  deviceId: idOf(n),
  online,
  framesPerSecond,
  channels: [{ channel: 0, framesPerSecond, load: framesPerSecond / 1000, lastFrameAt: 0 }],
});
let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => frames.push(paint));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const nextFrame = () => {
  for (const paint of frames.splice(0)) paint();
};

it("paints once a frame, and only rows that are on the screen and have changed [DEV-01]", () => {
  const board = new StatusBoard();
  board.seed(rows);
  const painted = { first: 0, second: 0 };
  board.watch(first?.id ?? "", () => (painted.first += 1));
  const leave = board.watch(second?.id ?? "", () => (painted.second += 1));
  expect(painted).toEqual({ first: 1, second: 1 });
  for (let n = 0; n < 100; n += 1) board.take([status(0, n), status(3, n)], 1000);
  expect(painted).toEqual({ first: 1, second: 1 });
  nextFrame();
  expect(painted).toEqual({ first: 2, second: 1 });
  leave();
  board.take([status(1, 5)], 1000);
  nextFrame();
  expect(painted.second).toBe(1);
});

it("its totals are those of the devices it has, through changes and deletions [DEV-01]", () => {
  const board = new StatusBoard();
  board.seed(rows);
  expect(board.online).toBe(2);
  board.take([status(0, 100), status(1, 50, false), status(4, 25)], 1000);
  expect([board.online, board.framesPerSecond]).toEqual([2, 175]);
  board.seed(rows.slice(0, 2));
  expect([board.online, board.framesPerSecond]).toEqual([1, 150]);
});

it("a list that comes later does not take back what the live channel said [DEV-01]", () => {
  const board = new StatusBoard();
  board.seed(rows);
  board.take([status(0, 7, false)], 1000);
  board.seed(rows);
  expect(board.get(idOf(0))).toMatchObject({ online: false, framesPerSecond: 7 });
});

it("rates are not known before the live channel has said anything [DEV-01]", () => {
  const board = new StatusBoard();
  board.seed(rows);
  expect(board.isTold).toBe(false);
  board.take([status(0, 7, true)], 1000);
  expect(board.isTold).toBe(true);
});

it("what is told of a device before the list has it is shown when it has [DEV-01]", () => {
  const board = new StatusBoard();
  board.take([status(0, 7, true)], 1000);
  expect(board.get(idOf(0))).toBeUndefined();
  board.seed(rows, 1500);
  expect(board.get(idOf(0))).toMatchObject({ online: true, framesPerSecond: 7, lastFrameMs: 1500 });
});

it("React hears of live changes at most once a second, and only where it listens; strangers are told of [DEV-01]", () => {
  const board = new StatusBoard();
  board.seed(rows);
  let heard = 0;
  board.subscribeOrder(() => (heard += 1));
  let strangers = 0;
  board.onStranger = () => (strangers += 1);
  for (let n = 0; n < 1000; n += 1) board.take([status(n % 5, n)], 1000);
  vi.advanceTimersByTime(1100);
  expect(heard).toBe(1);
  board.take([{ ...status(0, 1), deviceId: "somebody else" }], 1000);
  expect(strangers).toBe(1);
});

it("a line begins with the minute that was told, whether its status came before or after it [DEV-01]", () => {
  const minute = Float32Array.from({ length: 60 }, (_, i) => i + 1);
  const atMs = 100_000;
  for (const order of ["rates first", "status first"]) {
    const board = new StatusBoard();
    const { deviceId } = status(0, 5);
    board.seed([{ id: deviceId, online: true, sd_state: null }], atMs);
    const rates = { atMs, rows: [{ deviceId, channels: [{ channel: 0, minute }] }] };
    if (order === "rates first") board.takeRates(rates);
    board.take([status(0, 5)], atMs + 1000);
    if (order === "status first") board.takeRates(rates);
    const ring = board.get(deviceId)?.channels[0]?.ring;
    expect([0, 57, 58].map((i) => ring?.at(i))).toEqual([2, 59, 60]);
  }
});
