import { FrameBatch } from "@canopy/can/frame/batch";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

const DBC = `VERSION ""
NS_ :
BS_:
BU_: E
BO_ 928 Brake: 8 E
 SG_ Pedal : 0|8@1+ (1,0) [0|1] "" E
 SG_ Alive : 8|4@1+ (1,0) [0|15] "" E
BO_ 705 Lamps: 8 E
 SG_ Stop : 0|8@1+ (1,0) [0|1] "" E
`;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const LAMP_AFTER_MS = 83;

/** Every 10 ms the pedal, pressed from 500 ms on; the lamp 83 ms after it. */
function frames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < 200; i++) {
    const at = startMs * 1000 + i * 10_000;
    const pressed = i >= 50 ? 1 : 0;
    batch.push(at, 0, 928, 0, 8, Uint8Array.of(pressed, i % 16, 0, 0, 0, 0, 0, pressed ^ (i % 16)));
    const lit = at >= startMs * 1000 + (500 + LAMP_AFTER_MS) * 1000 - 3000 ? 1 : 0;
    batch.push(at + 3000, 0, 705, 0, 8, Uint8Array.of(lit, 0, 0, 0, 0, 0, 0, 0));
  }
  return batch;
}

let world: TestApp;
let manager: TestUser;
let stranger: TestUser;
let device: TestDevice;
let dbcId: string;

beforeAll(async () => {
  world = await testApp({}, { work: true });
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
  device = await testDevice(world.database.db, manager.tenantId);
  const ingest = openIngest({ landing: world.store.landing, log: createLog("error"), mayStore: () => true });
  const { bindingNumber, deviceId, tenantId } = device;
  const about = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 5, sequence: 1 };
  await ingest.ingest({ ...about, frames: frames(), raw: undefined });
  await ingest.close();
  const content_base64 = Buffer.from(DBC).toString("base64");
  const payload = { file_name: "brake.dbc", content_base64 };
  dbcId = (await world.call(manager, { method: "POST", url: "/api/dbc-files", payload })).json().data.dbc_id;
});
afterAll(() => world?.close());

const scripts = (method: "GET" | "POST" | "PUT" | "DELETE", path = "", payload?: object, user = manager) =>
  world.call(user, { method, url: `/api/analysis-scripts${path}`, ...(payload && { payload }) });
const groovy = (name: string, content = "println 1") => ({ name, language: "groovy", content });

describe("analysis scripts [TST-02]", () => {
  it("are kept under a name of the tenant, changed and deleted; each tenant has its own", async () => {
    const made = await scripts("POST", "", groovy("Brake lamp"));
    expect(made.statusCode, made.body).toBe(200);
    const { script_id } = made.json().data;
    expect(made.json().data).toMatchObject({ name: "Brake lamp", author: "manager_a", language: "groovy" });
    expect((await scripts("POST", "", groovy("brake LAMP"))).json()).toMatchObject({ code: "tests.scriptNameTaken" });
    expect((await scripts("POST", "", groovy("brake lamp"), stranger)).statusCode).toBe(200);
    expect((await scripts("PUT", `/${script_id}`, groovy("x"), stranger)).statusCode).toBe(404);
    expect((await scripts("DELETE", `/${script_id}`, undefined, stranger)).statusCode).toBe(404);
    const changed = await scripts("PUT", `/${script_id}`, {
      ...groovy("Lamp"),
      language: "javascript",
      content: "print(1)",
    });
    expect(changed.json().data).toMatchObject({ script_id, name: "Lamp", language: "javascript", content: "print(1)" });
    const other = (await scripts("POST", "", groovy("Other"))).json().data;
    expect((await scripts("PUT", `/${other.script_id}`, groovy("lamp"))).json().code).toBe("tests.scriptNameTaken");
    expect((await scripts("GET")).json()).toMatchObject({ list: [{ name: "Lamp" }, { name: "Other" }] });
    for (const { script_id: id } of (await scripts("GET")).json().list)
      expect((await scripts("DELETE", `/${id}`)).statusCode).toBe(200);
    expect((await scripts("GET")).json().list).toEqual([]);
  });

  it("are refused with name and line before they are saved", async () => {
    const bad = groovy("Reads files", "def a = 1\nnew File('/etc/passwd').text\nclass B extends A { }");
    const { name: _, ...text } = bad;
    expect((await scripts("POST", "/check", text)).json().problems[0]).toMatchObject({ line: 3, what: "inheritance" });
    const file = { language: "groovy", content: "def a = 1\nnew File('/etc/passwd').text" };
    expect((await scripts("POST", "/check", file)).json()).toEqual({
      problems: [{ kind: "unsupported", what: "class File", line: 2, column: 5 }],
    });
    const refused = await scripts("POST", "", { name: "Reads files", ...file });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: "tests.scriptRefused" });
    expect(refused.json().message).toMatch(/2.*class File|class File.*2/s);
    expect((await scripts("GET")).json().list).toEqual([]);
  });

  it("beyond data_analysis are refused, and nothing is half done [CAP-01]", async () => {
    await setPackage(world.database.db, manager.tenantId, { ...UNLIMITED_PACKAGE, data_analysis: 2 });
    const made = await Promise.all(["a", "b", "c", "d"].map((name) => scripts("POST", "", groovy(name))));
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409]);
    expect(made.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: "tests.scriptLimit" });
    const { list, limit } = (await scripts("GET")).json();
    expect(list).toHaveLength(2);
    expect(limit).toBe(2);
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
  });
});

const signal = (message_id: number, name: string) => ({
  channel: 0,
  dbc_id: dbcId,
  message_id,
  is_extended: false,
  signal: name,
});
const run = (body: object, user = manager) =>
  world.call(user, {
    method: "POST",
    url: `/api/things/${device.thingsId}/analysis-script-run`,
    payload: {
      language: "groovy",
      signals: [signal(928, "Pedal"), signal(928, "Alive"), signal(705, "Stop")],
      from_time: startMs,
      to_time: startMs + 10_000,
      ...body,
    },
  });

describe("a script on stored data [TST-02]", { timeout: 60_000 * PATIENCE }, () => {
  it("gives a verdict with the moment of each check", async () => {
    const content = `responseTime('Brake.Pedal', 1, 'Lamps.Stop', 1, 50)
cycle(0x3A0, 10, 10)
counter('Brake.Alive', 16)
checksum(0x3A0, 'xor', 7)
println signal('Brake.Pedal').values.length
`;
    const { data } = (await run({ content })).json();
    expect(data).toMatchObject({
      verdict: "fail",
      output: "200\n",
      failure: null,
      samples: { "Brake.Pedal": 200, "Lamps.Stop": 200 },
    });
    expect(data.checks.map(({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`)).toEqual([
      "responseTime failed",
      "cycle passed",
      "counter passed",
      "checksum passed",
    ]);
    expect(data.checks[0]).toMatchObject({ measured: LAMP_AFTER_MS, from_time: startMs + 500, at_time: startMs + 583 });
    expect(data.time_ms).toBeLessThan(data.time_limit_ms);
  });

  it("is inconclusive without data, pass and error where it is", async () => {
    const empty = await run({
      content: "within('Brake.Pedal', 0, 1)",
      from_time: startMs - 100_000,
      to_time: startMs - 50_000,
    });
    expect(empty.json().data).toMatchObject({ verdict: "inconclusive", checks: [{ outcome: "noData" }] });
    const fine = await run({ language: "javascript", content: "within('Brake.Pedal', 0, 1)" });
    expect(fine.json().data).toMatchObject({ verdict: "pass" });
    const wrong = await run({ content: "def speed = null\n\nspeed.size()" });
    expect(wrong.json().data).toMatchObject({ verdict: "error", failure: { kind: "error", line: 3 } });
  });

  it("refuses windows and signals that are none, and devices of others", async () => {
    const code = async (body: object) => (await run({ content: "println 1", ...body })).json().code;
    expect(await code({ to_time: startMs })).toMatch(/rangeReversed/);
    expect(await code({ to_time: startMs + 500 })).toBe("tests.windowLength");
    expect(await code({ to_time: startMs + 3_600_001 })).toBe("tests.windowLength");
    expect(await code({ signals: [signal(928, "Nope")] })).toMatch(/signalGone/);
    expect(await code({ signals: [signal(928, "Pedal"), signal(928, "Pedal")] })).toBe("tests.signalTwice");
    expect(await code({ content: "enum A { X }" })).toBe("tests.scriptRefused");
    expect((await run({ content: "println 1" }, stranger)).statusCode).toBe(404);
  });
});
