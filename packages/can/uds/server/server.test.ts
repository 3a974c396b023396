import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readDataByIdentifier } from "../services/read-data-by-identifier.ts";
import { routineControl } from "../services/routine-control.ts";
import { downloadHandlers } from "./download-handlers.ts";
import { negative, positive, serve } from "./handler.ts";
import { securityHandler } from "./security-handler.ts";
import { createUdsServer } from "./server.ts";
import { standardHandlers } from "./standard-handlers.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 30_000 });

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const hexOf = (data: Uint8Array) => Buffer.from(data).toString("hex");
const MS = 1000;

function ecu() {
  const written: [number, string][] = [];
  const server = createUdsServer([
    ...standardHandlers({ timing: { p2Ms: 50, p2StarMs: 5000 } }),
    securityHandler({
      levels: [1],
      sessions: [2, 3],
      seed: () => bytes("a1b2c3d4"),
      isKey: (_, seed, key) => hexOf(key) === hexOf(seed.map((byte) => byte ^ 0x5a)),
    }),
    ...downloadHandlers({
      maxBlockLength: 6,
      sessions: [2],
      accepts: (address) => address >= 0x8000,
      write: (address, data) => {
        written.push([address, hexOf(data)]);
        return null;
      },
    }),
    serve(readDataByIdentifier, {
      handle: ({ identifiers }) =>
        identifiers[0] === 0xf190 ? positive({ identifier: 0xf190, data: bytes("4c53") }) : negative(0x31),
    }),
    serve(routineControl, {
      sessions: [2],
      handle: ({ controlType, routine }) => ({
        kind: "later",
        afterUs: 8_000 * MS,
        reply: () => positive({ controlType, routine, data: bytes("00") }),
      }),
    }),
  ]);
  let nowUs = 0;
  const ask = (hex: string, functional = false) => server.receive(bytes(hex), nowUs, { functional }).map(hexOf);
  const pass = (ms: number) => {
    nowUs += ms * MS;
  };
  const unlock = () => {
    ask("1002");
    ask("2701");
    return ask("2702fbe8998e");
  };
  return { server, ask, pass, unlock, written, now: () => nowUs };
}

describe("checks", () => {
  it.each([
    ["aa", ["7faa11"]],
    ["2811", ["7f287f"]],
    ["11", ["7f1113"]],
    ["1107", ["7f1112"]],
    ["22f1", ["7f2213"]],
    ["22ffff", ["7f2231"]],
    ["3e01", ["7f3e12"]],
    ["3e80", []],
    ["22f190", ["62f1904c53"]],
    ["1003", ["5003003201f4"]],
    ["", []],
  ])("%s is answered with %s", (request, answer) => {
    expect(ecu().ask(request)).toEqual(answer);
  });

  it("is silent to functional requests that do not concern it", () => {
    expect(ecu().ask("aa", true)).toEqual([]);
    expect(ecu().ask("22ffff", true)).toEqual([]);
    expect(ecu().ask("11", true)).toEqual(["7f1113"]);
  });
});

describe("security", () => {
  it("unlocks with the right key and shows a zero seed afterwards", () => {
    const { unlock, ask } = ecu();
    expect(unlock()).toEqual(["6702"]);
    expect(ask("2701")).toEqual(["670100000000"]);
  });

  it("wants a seed request before the key", () => {
    const { ask } = ecu();
    ask("1003");
    expect(ask("270200000000")).toEqual(["7f2724"]);
  });

  it("locks after three wrong keys until the delay is over, also across a reset", () => {
    const { ask, pass } = ecu();
    ask("1003");
    const answers = [1, 2, 3].flatMap(() => [...ask("2701"), ...ask("270200000000")]);
    expect(answers.filter((answer) => answer.startsWith("7f"))).toEqual(["7f2735", "7f2735", "7f2736"]);
    ask("1101");
    ask("1003");
    expect(ask("2701")).toEqual(["7f2737"]);
    pass(10_000);
    ask("1003");
    expect(ask("2701")).toEqual(["6701a1b2c3d4"]);
  });

  it("is lost with the session", () => {
    const { unlock, ask } = ecu();
    unlock();
    ask("1002");
    expect(ask("34004400008000000000ff")).toEqual(["7f3433"]);
  });
});

it("ends a silent session after S3 and restores communication and DTC setting", () => {
  const { server, ask, pass, now } = ecu();
  ask("1003");
  ask("280301");
  ask("8502");
  expect([server.state.communication, server.state.dtcSettingOn]).toEqual([3, false]);
  pass(4999);
  ask("3e80");
  pass(4999);
  server.tick(now());
  expect(server.state.session).toBe(3);
  pass(1);
  server.tick(now());
  expect([server.state.session, server.state.communication, server.state.dtcSettingOn]).toEqual([1, 0, true]);
});

it("answers long work with response pending, then the result, and is busy meanwhile", () => {
  const { server, ask, unlock, now } = ecu();
  unlock();
  expect(ask("3101ff00")).toEqual([]);
  expect(ask("22f190")).toEqual(["7f2221"]);
  const answers: string[] = [];
  for (let i = 0; i < 10 && server.deadlineUs < now() + 9_000_000; i++) {
    const at = server.deadlineUs;
    const out = server.tick(at).map((message) => `${at / MS} ${hexOf(message)}`);
    answers.push(...out);
    if (out.length === 0 || out[0]?.includes("7101")) break;
  }
  expect(answers).toEqual(["35 7f3178", "3535 7f3178", "7035 7f3178", "8000 7101ff0000"]);
});

it("takes a download, answers a repeated block once more without writing, refuses a wrong counter", () => {
  const { ask, unlock, written } = ecu();
  unlock();
  expect(ask("34002270000006")).toEqual(["7f3470"]);
  expect(ask("340022800000")).toEqual(["7f3413"]);
  expect(ask("3400228000000a")).toEqual(["74200006"]);
  expect(
    ["360101020304", "360101020304", "360305", "3602050607080910", "360205060708", "37", "3603090a", "37"].map(
      (r) => ask(r)[0],
    ),
  ).toEqual(["7601", "7601", "7f3673", "7f3631", "7602", "7f3724", "7603", "77"]);
  expect(written).toEqual([
    [0x8000, "01020304"],
    [0x8004, "05060708"],
    [0x8008, "090a"],
  ]);
});

it("never throws on garbage and answers at most once per request", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.uint8Array({ maxLength: 12 }), fc.nat(7000)), { maxLength: 30 }), (requests) => {
      const { server } = ecu();
      let nowUs = 0;
      for (const [request, ms] of requests) {
        nowUs += ms * MS;
        server.tick(nowUs);
        expect(server.receive(request, nowUs).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 1000, interruptAfterTimeLimit: 2000 },
  );
});
