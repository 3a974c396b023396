import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { createDbc } from "../dbc/keep-dbc.ts";

let world: TestApp;
let acme: TestUser;
let stranger: TestUser;
let dbcId: string;

const SIGNALS = Array.from({ length: 101 }, (_, i) => `Bit${i}`);
const DBC = `VERSION ""\n\nBU_: E\n\nBO_ 256 Many: 64 E\n${SIGNALS.map((name, i) => ` SG_ ${name} : ${i}|1@1+ (1,0) [0|0] "" E`).join("\n")}\n`;
const signal = (name: string) => ({ message_id: 256, is_extended: false, signal: name });

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
  const given = { bytes: Buffer.from(DBC), remark: "", draft: false, author: "" };
  dbcId = await createDbc(world.database.db, acme.tenantId, "many.dbc", given);
});
afterAll(() => world.close());

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = acme) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const create = (name: string, signals: readonly object[] = [signal("Bit0")], more: object = {}) =>
  send("POST", "/signal-strategies", { name, dbc_id: dbcId, signals, ...more });

describe("a signal strategy", () => {
  it.each(["DBCSIG_", "_", "a", "A1_", "x".repeat(64)])("may be called %s [DBC-02]", async (name) => {
    expect((await create(name)).statusCode).toBe(200);
  });

  it.each(["", "1a", "a-b", "a b", "电池", "x".repeat(65), "a\n"])("may not be called %j [DBC-02]", async (name) => {
    const answer = await create(name.endsWith("\n") ? `${name}b` : name);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining("signals.strategyName")]);
  });

  it("has 1-100 signals of its DBC, none twice, and says how many [DBC-02]", async () => {
    const names = async (count: number) => create(`count_${count}`, SIGNALS.slice(0, count).map(signal));
    expect((await names(0)).json().details).toBeDefined();
    expect((await names(0)).statusCode).toBe(400);
    expect((await names(101)).statusCode).toBe(400);
    const { data } = (await names(100)).json();
    expect(data).toMatchObject({ signal_count: 100, dbc_name: "many", nickname: "", bindings: 0, author: "acme" });
    expect((await create("twice", [signal("Bit1"), signal("Bit1")])).json().code).toBe("signals.strategySignalTwice");
    expect((await create("unknown", [signal("Bit999")])).json().code).toBe("signals.strategySignalUnknown");
  });

  it("is alone with its name in the tenant, whatever the case; nickname and remark are free [DBC-02]", async () => {
    expect((await create("DBCSIG_one", undefined, { nickname: "电池", remark: "=1+1" })).statusCode).toBe(200);
    const taken = await create("dbcsig_ONE");
    expect([taken.statusCode, taken.json().code]).toEqual([409, "signals.strategyNameTaken"]);
    const { data } = (await create("DBCSIG_two", undefined, { nickname: "电池" })).json();
    const renamed = await send("PUT", `/signal-strategies/${data.strategy_id}`, {
      name: "DBCSIG_ONE",
      signals: [signal("Bit0")],
    });
    expect(renamed.statusCode).toBe(409);
    const found = (await send("GET", "/signal-strategies?keyword=%E7%94%B5%E6%B1%A0&page_size=25")).json();
    expect(found.list.map(({ name }: { name: string }) => name)).toEqual(["DBCSIG_one", "DBCSIG_two"]);
    expect((await send("GET", "/signal-strategies", undefined, stranger)).json().list).toEqual([]);
  });

  it("that is bound cannot be deleted and says by what; nor can its DBC [DBC-02] [DBC-03]", async () => {
    const { data } = (await create("DBCSIG_bound")).json();
    const { thingsId } = await testDevice(world.database.db, acme.tenantId, { name: "van 7" });
    const place = `/things/${thingsId}/signal-bindings`;
    const bound = (await send("POST", place, { channel: 1, strategy_id: data.strategy_id })).json().data;
    expect(bound).toMatchObject({ channel: 1, strategy_name: "DBCSIG_bound", state: "enabled", revision: 1 });
    const twice = await send("POST", place, { channel: 1, strategy_id: data.strategy_id });
    expect(twice.json().code).toBe("signals.bindingTwice");
    const refused = await send("DELETE", `/signal-strategies/${data.strategy_id}`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "signals.strategyInUse"]);
    expect(refused.json().message).toContain("van 7 CAN2");
    const uses = (await send("GET", `/dbc-files/${dbcId}/uses`)).json().list;
    expect(uses).toContainEqual(
      expect.objectContaining({ kind: "binding", name: "DBCSIG_bound", device_name: "van 7", channel: 1 }),
    );
    expect((await send("DELETE", `/dbc-files/${dbcId}`)).statusCode).toBe(409);
    // Unbinding clears the panels of the channel, and leaves those of others.
    const item = (channel: number) => ({ ...signal("Bit0"), dbc_id: dbcId, channel, colour: 1 });
    const layouts = `/things/${thingsId}/curve-layouts`;
    const panels = [{ name: "Bits", items: [item(1), item(0)] }];
    expect((await send("PUT", layouts, { name: "Drive", panels })).statusCode).toBe(200);
    expect((await send("DELETE", `${place}/${bound.binding_id}`)).json().data).toEqual({ panels: 1 });
    expect((await send("GET", layouts)).json().list[0].panels).toEqual([{ name: "Bits", items: [item(0)] }]);
    expect((await send("DELETE", `/signal-strategies/${data.strategy_id}`)).statusCode).toBe(200);
  });
});
