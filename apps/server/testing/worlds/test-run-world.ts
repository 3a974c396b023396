import { FrameBatch } from "@canopy/can/frame/batch";
import type { TestRun } from "@canopy/contract/tests/runs";
import { sql } from "kysely";
import { expect } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import type { LinkOutcome } from "../../devices/link/device-link.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../test-app.ts";

const DBC = `VERSION ""
NS_ :
BS_:
BU_: E
BO_ 928 Brake: 8 E
 SG_ Pedal : 0|8@1+ (1,0) [0|1] "" E
`;

export interface RunWorld {
  readonly app: TestApp;
  readonly manager: TestUser;
  readonly device: TestDevice;
  /** What the terminal is asked for, in order. */
  readonly asked: string[];
  /** Its next answers; then it sends everything it is asked to. */
  readonly answers: (LinkOutcome | Promise<LinkOutcome>)[];
  /** The window of the stored second. */
  readonly startMs: number;
  setOnline(online: boolean): Promise<unknown>;
  /** A second of the pedal, every 10 ms. */
  store(fromMs: number): Promise<void>;
  call(
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    payload?: object,
    user?: TestUser,
  ): ReturnType<TestApp["call"]>;
  routine(name: string, more?: object): object;
  /** Its id. */
  made(name: string, more?: object): Promise<string>;
  start(routineId: string, user?: TestUser): ReturnType<TestApp["call"]>;
  dry(routineId: string, fromTime?: number): ReturnType<TestApp["call"]>;
  run(runId: string): Promise<TestRun>;
  ended(runId: string): Promise<TestRun>;
}

/** A tenant with a device, a DBC of one message, and jobs that run. */
export async function runWorld(): Promise<RunWorld> {
  const [asked, answers]: [string[], RunWorld["answers"]] = [[], []];
  const askDevice = async (_: string, { method }: { method: string }): Promise<LinkOutcome> => {
    asked.push(method);
    return answers.shift() ?? { kind: "done", result: { items: [{ ok: true }] } };
  };
  const app = await testApp({}, { work: true, askDevice });
  const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
  const device = await testDevice(app.database.db, manager.tenantId);
  const dbc = { file_name: "brake.dbc", content_base64: Buffer.from(DBC).toString("base64") };
  const dbcId = (await app.call(manager, { method: "POST", url: "/api/dbc-files", payload: dbc })).json().data.dbc_id;
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

  const call: RunWorld["call"] = (method, url, payload, user = manager) =>
    app.call(user, { method, url: `/api${url}`, ...(payload && { payload }) });
  const routine: RunWorld["routine"] = (name, more = {}) => ({
    name,
    frames: [{ channel: 0, id: 0x100, data: "01" }],
    signals: [{ channel: 0, dbc_id: dbcId, message_id: 928, is_extended: false, signal: "Pedal" }],
    duration_ms: 1000,
    limits: [{ signal: "Brake.Pedal", low: 0, high: 1 }],
    ...more,
  });
  const run = async (runId: string): Promise<TestRun> =>
    (await call("GET", `/things/${device.thingsId}/test-runs/${runId}`)).json().data;
  const store = (fromMs: number) => storePedal(app, device, fromMs);
  await store(startMs);
  return {
    app,
    manager,
    device,
    asked,
    answers,
    startMs,
    setOnline: (online) =>
      sql`update things set online = ${online} where id = ${device.thingsId}`.execute(app.database.db),
    store,
    call,
    routine,
    async made(name, more) {
      const answer = await call("POST", "/test-routines", routine(name, more));
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data.routine_id;
    },
    start: (routineId, user) => call("POST", `/things/${device.thingsId}/test-runs`, { routine_id: routineId }, user),
    dry: (routineId, fromTime = startMs) =>
      call("POST", `/things/${device.thingsId}/test-dry-runs`, { routine_id: routineId, from_time: fromTime }),
    run,
    async ended(runId) {
      await expect.poll(async () => (await run(runId)).verdict, { timeout: 30_000 * PATIENCE }).not.toBeNull();
      return run(runId);
    },
  };
}

async function storePedal(app: TestApp, device: TestDevice, fromMs: number): Promise<void> {
  const ingest = openIngest({ landing: app.store.landing, log: createLog("error"), mayStore: () => true });
  const frames = new FrameBatch();
  for (let i = 0; i < 100; i++) frames.push(fromMs * 1000 + i * 10_000, 0, 928, 0, 8, new Uint8Array(8).fill(i % 2));
  const { bindingNumber, deviceId, tenantId } = device;
  const about = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 5 };
  await ingest.ingest({ ...about, sequence: fromMs, frames, raw: undefined });
  await ingest.close();
}
