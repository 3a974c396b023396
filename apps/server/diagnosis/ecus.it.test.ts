import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

let world: TestApp;
let manager: TestUser;
let reader: TestUser;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  reader = await world.user({ tenant: "own", name: "sub_read", role: "sub", level: "read" });
});
afterAll(() => world?.close());

const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = manager) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64");
const ADDRESSES = { physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df };
const newFile = async (name: string) => (await call("POST", "/dtc-files", { name })).json().data.dtc_file_id;

describe("control units [UDS-03]", () => {
  it("have a name of their own and addresses in range, and are found by both", async () => {
    const made = await call("POST", "/ecus", { name: "BMS", ...ADDRESSES });
    expect(made.statusCode, made.body).toBe(200);
    expect((await call("POST", "/ecus", { name: "bms", ...ADDRESSES })).json()).toMatchObject({
      code: "diagnosis.ecuNameTaken",
      field: "name",
    });
    const wide = {
      name: "MCU",
      extended: true,
      physical_id: 0x18da10f1,
      response_id: 0x18daf110,
      functional_id: 0x18db33f1,
    };
    expect((await call("POST", "/ecus", wide)).statusCode).toBe(200);
    expect((await call("POST", "/ecus", { ...wide, name: "x", extended: false })).statusCode).toBe(400);
    expect((await call("POST", "/ecus", { ...wide, name: "x", physical_id: 0x20000000 })).statusCode).toBe(400);
    expect((await call("POST", "/ecus", { name: "n".repeat(51), ...ADDRESSES })).statusCode).toBe(400);
    const names = async (query: string) =>
      (await call("GET", `/ecus?${query}`)).json().list.map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["BMS", "MCU"]);
    expect(await names("keyword=7EC")).toEqual(["BMS"]);
    expect(await names("keyword=mc")).toEqual(["MCU"]);
    expect(await names("extended=1")).toEqual(["MCU"]);
    const { ecu_id } = made.json().data;
    expect((await call("PUT", `/ecus/${ecu_id}`, { name: "MCU", ...ADDRESSES })).json().code).toBe(
      "diagnosis.ecuNameTaken",
    );
    expect((await call("PUT", `/ecus/${ecu_id}`, { name: "BMS 2", ...ADDRESSES })).json().data.name).toBe("BMS 2");
    expect((await call("POST", "/ecus", { name: "r", ...ADDRESSES }, reader)).statusCode).toBe(403);
    expect((await call("DELETE", `/ecus/${ecu_id}`)).statusCode).toBe(200);
    expect(await names("")).toEqual(["MCU"]);
  });

  it("hold their files: a file in use cannot be deleted, and its users are named", async () => {
    const dtc_file_id = await newFile("bms_dtc.csv");
    const unlock_base64 = base64(JSON.stringify({ levels: { "1": [{ op: "xor", bytes: "5A" }] } }));
    const unlock = (await call("POST", "/unlock-files", { name: "k.json", unlock_base64 })).json().data;
    const { unlock_file_id } = unlock;
    expect(unlock).toMatchObject({ levels: [1], user_name: "manager_a", ecus: [] });
    const made = (await call("POST", "/ecus", { name: "VCU", ...ADDRESSES, dtc_file_id, unlock_file_id })).json().data;
    expect(made).toMatchObject({ dtc_file_name: "bms_dtc.csv", unlock_file_name: "k.json", unlock_levels: [1] });
    for (const path of [`/dtc-files/${dtc_file_id}`, `/unlock-files/${unlock_file_id}`]) {
      const refused = await call("DELETE", path);
      expect(refused.json()).toMatchObject({ code: "diagnosis.fileInUse" });
      expect(refused.json().message).toContain("VCU");
    }
    await call("DELETE", `/ecus/${made.ecu_id}`);
    expect((await call("DELETE", `/dtc-files/${dtc_file_id}`)).statusCode).toBe(200);
    expect((await call("DELETE", `/unlock-files/${unlock_file_id}`)).statusCode).toBe(200);
  });
});

describe("unlock files [UDS-03]", () => {
  it("are algorithms: native code is refused with its reason, by name and by content", async () => {
    for (const [name, content] of [
      ["seedkey.dll", "MZ"],
      ["libkey.so.1", "x"],
      ["key.json", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2])],
    ] as const) {
      const refused = await call("POST", "/unlock-files", { name, unlock_base64: base64(content) });
      expect(refused.json(), name).toMatchObject({ code: "diagnosis.nativeLibrary" });
    }
    for (const content of [
      "{",
      "{}",
      '{"levels":{"1":[{"op":"shell"}]}}',
      '{"levels":{"1":[{"op":"repeat","times":99999,"steps":[]}]}}',
    ]) {
      const refused = await call("POST", "/unlock-files", { name: "key.json", unlock_base64: base64(content) });
      expect(refused.json(), content).toMatchObject({ code: "diagnosis.badUnlockFile" });
    }
  });

  it("are tried with a seed, never shown, and sealed at rest", async () => {
    const content = {
      levels: { "1": [{ op: "xor", bytes: "5A" }, { op: "addIndex" }], "3": [{ op: "plus", value: "0x1F" }] },
    };
    const made = await call("POST", "/unlock-files", {
      name: "try.json",
      unlock_base64: base64(JSON.stringify(content)),
    });
    const { unlock_file_id } = made.json().data;
    const key = (body: object) => call("POST", `/unlock-files/${unlock_file_id}/try`, body);
    expect((await key({ level: 1, seed: "01020304" })).json().data.key).toBe("5B595B61");
    expect((await key({ level: 3, seed: "00FF" })).json().data.key).toBe("011E");
    expect((await key({ level: 5, seed: "00" })).json().code).toBe("diagnosis.noKey");
    const list = await call("GET", "/unlock-files");
    expect(list.body).not.toContain("addIndex");
    const rows = await world.database.pool.query("select content from unlock_files");
    expect(rows.rows.every(({ content: bytes }: { content: Buffer }) => !bytes.includes("addIndex"))).toBe(true);
  });

  it("are scripts too, which the sandbox runs: seed to key, and every way to fail in words", async () => {
    const upload = (name: string, text: string) => call("POST", "/unlock-files", { name, unlock_base64: base64(text) });
    const source =
      "const levels = [3, 1];\nfunction key(seed, level) { return seed.map((byte, i) => (byte ^ 0x5a) + i + level - 1 & 255) }";
    const made = await upload("bms.js", source);
    expect(made.statusCode, made.body).toBe(200);
    expect(made.json().data).toMatchObject({ is_script: true, levels: [1, 3] });
    const path = `/unlock-files/${made.json().data.unlock_file_id}/try`;
    expect((await call("POST", path, { level: 1, seed: "0102" })).json().data.key).toBe("5B59");
    expect((await call("POST", path, { level: 3, seed: "0102" })).json().data.key).toBe("5D5B");
    const rows = await world.database.pool.query("select content from unlock_files where name = 'bms.js'");
    expect(String(rows.rows[0].content)).not.toContain("function");
    const code = async (text: string) => (await upload("bad.js", text)).json().code;
    expect(await code("for (;;);")).toBe("diagnosis.scriptTime");
    expect(await code("function key(")).toBe("diagnosis.scriptFailed");
    expect(await code("const other = 1")).toBe("diagnosis.scriptFailed");
    expect(await code("function key() {} function f() { f() } f()")).toBe("diagnosis.scriptMemory");
    const empty = (await upload("empty.js", "function key() { return 'no' }")).json().data.unlock_file_id;
    const tried = await call("POST", `/unlock-files/${empty}/try`, { level: 1, seed: "01" });
    expect([tried.statusCode, tried.json().code]).toEqual([422, "diagnosis.scriptKey"]);
  });
});

describe("fault codes [UDS-03]", () => {
  it("are imported from CSV: a preview writes nothing, bad rows and doubles are told, names are found", async () => {
    const id = await newFile("obd.csv");
    const csv = readFileSync(
      new URL("../../../packages/contract/diagnosis/fixtures/obd-trouble-codes.csv", import.meta.url),
    );
    const preview = (
      await call("POST", `/dtc-files/${id}/import`, { content_base64: base64(csv), preview: true })
    ).json().data;
    expect(preview).toMatchObject({ encoding: "utf-8", problem_count: 0 });
    expect((await call("GET", `/dtc-files/${id}/codes`)).json().pagination.total_size).toBe(0);
    await call("POST", `/dtc-files/${id}/import`, { content_base64: base64(csv) });
    expect((await call("GET", `/dtc-files/${id}/codes`)).json().pagination.total_size).toBe(preview.taken);
    const bad = "P0A1F-16,电压低\nQ1,x\nP0A1F16,电压过低\n";
    const read = (await call("POST", `/dtc-files/${id}/import`, { content_base64: base64(bad) })).json().data;
    expect(read).toMatchObject({
      taken: 1,
      problems: [{ line: 2, problem: "badCode", text: "Q1" }],
      doubles: [{ line: 3, earlier: 1, code: "P0A1F-16" }],
    });
    const named = (
      await call("POST", `/dtc-files/${id}/names`, { codes: [0x0a1f16, 0x010011, 0xffffff] }, reader)
    ).json().list;
    expect(named).toEqual([
      { code: "P0100-11", name_zh: "Mass or Volume Air Flow Circuit Malfunction", name_en: "", severity: null },
      { code: "P0A1F-16", name_zh: "电压过低", name_en: "", severity: null },
    ]);
    expect((await call("GET", `/dtc-files/${id}/codes?keyword=P0A1F16`)).json().list).toHaveLength(1);
    const broken = await call("POST", `/dtc-files/${id}/import`, { content_base64: base64('"P0100') });
    expect(broken.json().code).toBe("diagnosis.notCsv");
  });

  it("are read aside where there are many, and never more than a file may have", async () => {
    const id = await newFile("many.csv");
    const csv = (rows: number) =>
      Buffer.from(Array.from({ length: rows }, (_, i) => `SPN ${i} FMI 1,n${i}\n`).join("")).toString("base64");
    const put = (rows: number) => call("POST", `/dtc-files/${id}/import`, { content_base64: csv(rows), preview: true });
    expect((await put(6000)).json().data).toMatchObject({ taken: 6000, problem_count: 0 });
    expect((await put(50_001)).json().code).toBe("diagnosis.tooManyCodes");
  });

  it("are edited one by one, and their files have names of their own", async () => {
    const id = await newFile("own.csv");
    expect((await call("POST", "/dtc-files", { name: "OWN.csv" })).json().code).toBe("diagnosis.fileNameTaken");
    const code = { code: "u0100-87", name_zh: "通信丢失", name_en: "Lost communication", severity: "high" };
    expect((await call("PUT", `/dtc-files/${id}/codes`, code)).json().data.code).toBe("U0100-87");
    expect((await call("PUT", `/dtc-files/${id}/codes`, { ...code, code: "Z1" })).json().code).toBe(
      "diagnosis.badCode",
    );
    await call("PUT", `/dtc-files/${id}/codes`, { ...code, name_zh: "通信中断" });
    const list = (await call("GET", `/dtc-files/${id}/codes?keyword=${encodeURIComponent("中断")}`)).json().list;
    expect(list).toEqual([{ ...code, code: "U0100-87", name_zh: "通信中断" }]);
    await call("DELETE", `/dtc-files/${id}/codes?code=U0100-87`);
    expect((await call("GET", `/dtc-files/${id}/codes`)).json().list).toEqual([]);
    expect((await call("PUT", `/dtc-files/${id}`, { name: "obd.csv" })).json().code).toBe("diagnosis.fileNameTaken");
    expect((await call("PUT", `/dtc-files/${id}`, { name: "vcu.csv" })).json().data.name).toBe("vcu.csv");
  });
});
