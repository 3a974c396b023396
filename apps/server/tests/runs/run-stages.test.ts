import { type RoutineContent, routineContent } from "@canopy/contract/tests/routines";
import type { Stage } from "@canopy/contract/tests/runs";
import { describe, expect, it } from "vitest";
import type { LinkOutcome } from "../../devices/link/device-link.ts";
import { type CollectedData, type RunPorts, runStages } from "./run-stages.ts";

const FRAME = { channel: 0, id: 0x100, data: "01" };
const SIGNAL = {
  channel: 0,
  dbc_id: "00000000-0000-4000-8000-000000000000",
  message_id: 1,
  is_extended: false,
  signal: "Speed",
};
const routine = (more: object = {}): RoutineContent =>
  routineContent.parse({
    name: "Lamp",
    frames: [FRAME, FRAME],
    signals: [SIGNAL],
    duration_ms: 5000,
    limits: [{ signal: "A.Speed", low: 0, high: 100 }],
    ...more,
  });
const DATA: CollectedData = {
  signals: { "A.Speed": { times: Float64Array.of(0, 10), values: Float64Array.of(50, 60) } },
  frames: [],
  channels: { "A.Speed": 0 },
};
const SENT: LinkOutcome = { kind: "done", result: { items: [{ ok: true }, { ok: true }] } };

/** A device on a clock of its own; it is away from `awayMs` on, until `backMs`. */
function device(given: Partial<RunPorts> & { awayMs?: number; backMs?: number; answers?: LinkOutcome[] } = {}) {
  const { awayMs = Number.POSITIVE_INFINITY, backMs = Number.POSITIVE_INFINITY, answers = [], ...ports } = given;
  let nowMs = 0;
  const stages: Stage[] = [];
  const all: RunPorts = {
    ask: async () => answers.shift() ?? SENT,
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
    isOnline: async () => nowMs < awayMs || nowMs >= backMs,
    read: async () => DATA,
    stage: async (stage) => {
      stages.push(stage);
    },
    ...ports,
  };
  return { ports: all, stages };
}

describe("the stages of a run [TST-01]", () => {
  it("go from command to verdict", async () => {
    const { ports, stages } = device();
    expect(await runStages(ports, routine())).toMatchObject({ verdict: "pass", failure: null, fromMs: 0, toMs: 5000 });
    expect(stages).toEqual(["commandSending", "dataCollecting", "dataAnalysing", "analysed"]);
  });

  it("end while sending where the device is offline, late, refuses or stops", async () => {
    const failure = async (answers: LinkOutcome[], more = {}) => {
      const { ports, stages } = device({ answers });
      const result = await runStages(ports, routine(more));
      expect(stages).toEqual(["commandSending"]);
      expect(result.verdict).toBe("error");
      return result.failure;
    };
    expect(await failure([{ kind: "offline" }])).toMatchObject({ stage: "commandSending", code: "offline" });
    expect(await failure([{ kind: "timeout" }])).toMatchObject({ code: "timeout" });
    expect(await failure([{ kind: "failed", code: "busOff", message: "" }])).toMatchObject({
      code: "refused",
      values: { code: "busOff" },
    });
    expect(await failure([{ kind: "done", result: { items: [{ ok: true }, { ok: false }] } }])).toMatchObject({
      code: "stoppedAfter",
      values: { item: 1, count: 2 },
    });
    const steps = { uds_steps: [{ channel: 0, request_id: 0x7e0, response_id: 0x7e8, data: "1003" }] };
    const refused: LinkOutcome = { kind: "done", result: { responses: [{ id: 0x7e8, data: "7F1022" }] } };
    expect(await failure([SENT, refused], steps)).toMatchObject({
      code: "udsRefused",
      values: { step: 1, count: 1, refusal: "22" },
    });
    expect(await failure([SENT, { kind: "offline" }], steps)).toMatchObject({ code: "offline" });
  });

  it("a routine that sends nothing needs its device too", async () => {
    const { ports } = device({ awayMs: 0 });
    expect(await runStages(ports, routine({ frames: [] }))).toMatchObject({
      verdict: "error",
      failure: { stage: "commandSending", code: "offline" },
    });
  });

  it("are inconclusive where the device goes away while data is collected, and not where it comes back", async () => {
    const away = device({ awayMs: 2000 });
    expect(await runStages(away.ports, routine())).toMatchObject({
      verdict: "inconclusive",
      failure: { stage: "dataCollecting", code: "wentOffline" },
    });
    expect(away.stages).toEqual(["commandSending", "dataCollecting"]);
    expect(await runStages(device({ awayMs: 2000, backMs: 4000 }).ports, routine())).toMatchObject({ verdict: "pass" });
  });

  it("collect for the whole duration behind a list that takes longer, and judge all since it began", async () => {
    let read: readonly number[] = [];
    const { ports } = device({
      read: async (...window) => {
        read = window;
        return DATA;
      },
    });
    const ask: RunPorts["ask"] = async (request) => {
      await ports.sleep(7000);
      return device().ports.ask(request);
    };
    const result = await runStages({ ...ports, ask }, routine());
    expect(result).toMatchObject({ verdict: "pass", fromMs: 0, toMs: 12_000 });
    expect(read).toEqual([0, 12_000]);
    expect(ports.now()).toBeGreaterThanOrEqual(12_000);
  });

  it("are inconclusive where nothing arrived", async () => {
    const none = {
      signals: { "A.Speed": { times: new Float64Array(), values: new Float64Array() } },
      frames: [],
      channels: { "A.Speed": 1 },
    };
    expect(await runStages(device({ read: async () => none }).ports, routine())).toMatchObject({
      verdict: "inconclusive",
      failure: { stage: "dataCollecting", code: "noData", values: { channel: 1, seconds: 5 } },
    });
  });

  it("do not need the device any more once its data is here", async () => {
    const { ports } = device({ awayMs: 5001 });
    expect(await runStages(ports, routine())).toMatchObject({ verdict: "pass" });
  });

  it("end with the line of a script that failed, and with one that is gone", async () => {
    const script = routine({ script_id: "00000000-0000-4000-8000-000000000001" });
    const failed = device({
      runScript: async () => ({ kind: "failed", failure: "error", message: "null", line: 14, output: "x" }),
    });
    expect(await runStages(failed.ports, script)).toMatchObject({
      verdict: "error",
      failure: { stage: "dataAnalysing", code: "script", values: { message: "null", line: 14 } },
      output: "x",
    });
    expect(await runStages(device().ports, script)).toMatchObject({ failure: { code: "scriptGone" } });
  });

  it("join the limits of the table with the checks of the script", async () => {
    const check = { kind: "check", subject: "x", requirement: "", outcome: "failed", measured: 1 } as const;
    const { ports } = device({
      runScript: async () => ({
        kind: "done",
        checks: [{ ...check, judged: 1, failed: 1, atMs: null, fromMs: null }],
        output: "",
        used: { timeMs: 1, memoryBytes: 1 },
      }),
    });
    const result = await runStages(ports, routine({ script_id: "00000000-0000-4000-8000-000000000001" }));
    expect(result.verdict).toBe("fail");
    expect(result.checks.map(({ kind }) => kind)).toEqual(["within", "check"]);
  });
});
