import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { smallDbc } from "../../testing/worlds/test-dbc.ts";
import { parsedDbc } from "./parsed-dbc.ts";

let world: TestApp;
let acme: TestUser;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
});
afterAll(() => world.close());

const fixture = (path: string) =>
  readFileSync(new URL(`../../../../packages/can/${path}`, import.meta.url)).toString("base64");
const DOOR = fixture("ldf/fixtures/own_door.ldf");
const BATTERY = fixture("arxml/fixtures/own_battery.arxml");
const base64 = (text: string) => Buffer.from(text).toString("base64");

const upload = (file_name: string, content_base64: string, more: object = {}) =>
  world.call(acme, { method: "POST", url: "/api/dbc-files", payload: { file_name, content_base64, ...more } });

describe("LDF and ARXML files in the library [DBC-11]", () => {
  it.each([
    ["door.LDF", DOOR, "ldf", { messages: 6, signals: 14, warnings: 4 }],
    ["battery.arxml", BATTERY, "arxml", { messages: 4, signals: 26, warnings: 3 }],
  ])("%s is read as a DBC is, and given back to the byte", async (fileName, content, format, counts) => {
    const { data } = (await upload(fileName, content)).json();
    const name = fileName.replace(/\.\w+$/, "");
    expect(data).toMatchObject({ name, format, state: "ready", errors: 0, ...counts });
    const place = `/api/dbc-files/${data.dbc_id}/revisions`;
    const given = (await world.call(acme, { url: `${place}/newest/content` })).json().data;
    expect(given).toEqual({ file_name: `${name}.${format}`, content_base64: content });
    expect((await world.call(acme, { url: place })).json().list[0].format).toBe(format);
    const parsed = await parsedDbc(world.database.db, acme.tenantId, data.dbc_id);
    expect(parsed?.dbc.messages).toHaveLength(counts.messages);
  });

  it("signals are found by the search over all files", async () => {
    const { list } = (await world.call(acme, { url: "/api/dbc-search?keyword=MotorTemperature" })).json();
    expect(list).toMatchObject([{ name: "door", message: "DoorStatus", message_id: 0x21, signal: "MotorTemperature" }]);
  });

  it("a broken file is refused with lines, and may be a draft", async () => {
    const broken = base64(Buffer.from(DOOR, "base64").toString().replace("WindowState, 0", "WindowStat, 0"));
    const refused = (await upload("broken.ldf", broken)).json();
    expect(refused).toMatchObject({ code: "signals.dbcBroken" });
    expect(refused.details.problems).toContainEqual({
      ...{ code: "unknownSignal", severity: "error", line: 30, column: 5, subject: "WindowStat" },
    });
    expect((await upload("broken.ldf", broken, { draft: true })).json().data.state).toBe("draft");
    const bomb = base64('<!DOCTYPE a [<!ENTITY b "c">]>\n<AUTOSAR>&b;</AUTOSAR>');
    expect((await upload("bomb.arxml", bomb)).json().details.problems).toMatchObject([{ code: "documentType" }]);
  });

  it("a small ARXML whose PDUs refer to each other is refused", async () => {
    const to = (pdu: string) =>
      `<DYNAMIC-PART-ALTERNATIVE><I-PDU-REF>/P/${pdu}</I-PDU-REF><SELECTOR-FIELD-CODE>1</SELECTOR-FIELD-CODE></DYNAMIC-PART-ALTERNATIVE>`;
    const muxes = Array.from(
      { length: 2 },
      (
        _,
        i,
      ) => `<MULTIPLEXED-I-PDU><SHORT-NAME>A${i}</SHORT-NAME><SELECTOR-FIELD-START-POSITION>0</SELECTOR-FIELD-START-POSITION>
      <SELECTOR-FIELD-LENGTH>0</SELECTOR-FIELD-LENGTH>${to(`A${i + 1}`).repeat(50)}</MULTIPLEXED-I-PDU>`,
    );
    const deep = `<AUTOSAR><P><SHORT-NAME>P</SHORT-NAME>${muxes.join("")}<I-SIGNAL-I-PDU><SHORT-NAME>A2</SHORT-NAME>
      <I-SIGNAL-TO-PDU-MAPPINGS>${"<M><I-SIGNAL-REF>/P/F</I-SIGNAL-REF></M>".repeat(250)}</I-SIGNAL-TO-PDU-MAPPINGS></I-SIGNAL-I-PDU>
      <F><SHORT-NAME>F</SHORT-NAME><PDU-TO-FRAME-MAPPINGS><M><PDU-REF>/P/A0</PDU-REF></M></PDU-TO-FRAME-MAPPINGS></F>
      <CAN-CLUSTER><CAN-FRAME-TRIGGERING><IDENTIFIER>1</IDENTIFIER><FRAME-REF>/P/F</FRAME-REF></CAN-FRAME-TRIGGERING></CAN-CLUSTER></P></AUTOSAR>`;
    const refused = (await upload("deep.arxml", base64(deep))).json();
    expect(refused.details.problems).toMatchObject([{ code: "tooManyParts" }]);
  });

  it("ending and content must agree, and a revision has the format of its file", async () => {
    for (const [name, content] of [
      ["a.dbc", DOOR],
      ["b.ldf", BATTERY],
      ["c.arxml", base64(smallDbc())],
    ] as const) {
      const answer = await upload(name, content);
      expect([answer.statusCode, answer.json().code]).toEqual([400, "signals.dbcFormat"]);
    }
    const { list } = (await world.call(acme, { url: "/api/dbc-files" })).json();
    const door = list.find(({ name }: { name: string }) => name === "door");
    const answer = await world.call(acme, {
      method: "POST",
      url: `/api/dbc-files/${door.dbc_id}/revisions`,
      payload: { content_base64: base64(smallDbc()) },
    });
    expect(answer.json().code).toBe("signals.dbcFormat");
  });
});
