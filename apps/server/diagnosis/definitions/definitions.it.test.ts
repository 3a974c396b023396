import { once } from "node:events";
import { PassThrough } from "node:stream";
import { corpusBytes, hasCorpus, noCorpus } from "@canopy/can/testing/corpus";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { makeTestEcu } from "../test-diagnosis.ts";

let world: TestApp;
let manager: TestUser;
let stranger: TestUser;
let ecu: string;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
  ecu = await makeTestEcu(world.database.db, manager.tenantId);
});
afterAll(() => world?.close());

const call = (method: "GET" | "POST" | "DELETE", payload?: object, user = manager) =>
  world.call(user, { method, url: `/api/ecus/${ecu}/definitions`, ...(payload && { payload }) });
const put = (name: string, content: Buffer | Uint8Array | string, more: object = {}) =>
  call("POST", { name, content_base64: Buffer.from(content).toString("base64"), ...more });

const CSV = `kind,id,name,value,byte,shift,bits,type,factor,offset,unit
did,0x1234,Supply,Voltage,0,0,16,unsigned,0.1,-40,V
did,1234,Supply,State,2,4,2,,,,
did,F190,VIN,,,,,text,,,
routine,FF00,Erase memory,,,,,,,,
did,12345,too long,,,,,,,,
did,D001,bad,x,0,9,8,unsigned,,,
`;
const ODX = `<ODX><REQUEST ID="r"><PARAMS><PARAM xsi:type="CODED-CONST"><BYTE-POSITION>0</BYTE-POSITION><CODED-VALUE>49</CODED-VALUE>
<DIAG-CODED-TYPE><BIT-LENGTH>8</BIT-LENGTH></DIAG-CODED-TYPE></PARAM><PARAM xsi:type="CODED-CONST"><BYTE-POSITION>1</BYTE-POSITION><CODED-VALUE>1</CODED-VALUE>
<DIAG-CODED-TYPE><BIT-LENGTH>8</BIT-LENGTH></DIAG-CODED-TYPE></PARAM><PARAM xsi:type="CODED-CONST"><BYTE-POSITION>2</BYTE-POSITION><CODED-VALUE>515</CODED-VALUE>
<DIAG-CODED-TYPE><BIT-LENGTH>16</BIT-LENGTH></DIAG-CODED-TYPE></PARAM></PARAMS></REQUEST>
<DIAG-SERVICE ID="s"><SHORT-NAME>Check</SHORT-NAME><REQUEST-REF ID-REF="r"/></DIAG-SERVICE></ODX>`;

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  zip.end();
  const parts: Buffer[] = [];
  out.on("data", (part: Buffer) => parts.push(part));
  await once(out, "end");
  return Buffer.concat(parts);
}

describe("definitions of an ECU [UDS-01]", () => {
  it("come by CSV, are previewed first, tell bad lines, and are for the own tenant", async () => {
    const preview = await put("bms.csv", CSV, { preview: true });
    expect(preview.statusCode, preview.body).toBe(200);
    expect(preview.json().data).toMatchObject({ identifiers: 2, routines: 1, problems: [{ line: 6 }, { line: 7 }] });
    expect((await call("GET")).json().data).toBeNull();
    expect((await put("bms.csv", CSV)).statusCode).toBe(200);
    const { data } = (await call("GET")).json();
    expect(data).toMatchObject({
      file_name: "bms.csv",
      user_name: "manager_a",
      identifiers: [
        {
          id: 0x1234,
          name: "Supply",
          length: 3,
          values: [
            { name: "Voltage", factor: 0.1 },
            { name: "State", shift: 4 },
          ],
        },
        { id: 0xf190, name: "VIN", length: null, values: [{ type: "text", bits: null }] },
      ],
      routines: [{ id: 0xff00, name: "Erase memory" }],
    });
    expect((await call("GET", undefined, stranger)).statusCode).toBe(404);
    expect((await call("DELETE")).statusCode).toBe(200);
    expect((await call("GET")).json().data).toBeNull();
  });

  it("come by ODX and by a package of it; what is none is refused", async () => {
    expect((await put("a.odx-d", ODX)).json().data).toMatchObject({ identifiers: 0, routines: 1, not_understood: [] });
    const pdx = await zipOf({ "a.odx-d": ODX, "index.xml": "<x/>", "jobs.py": "no" });
    expect((await put("a.pdx", pdx)).json().data.routines).toBe(1);
    expect((await call("GET")).json().data.routines).toEqual([{ id: 0x0203, name: "Check" }]);
    const refused = [
      pdx.subarray(0, pdx.length - 30),
      await zipOf({ "x.txt": "x" }),
      "<ODX><A></ODX>",
      "a,b\n1,2\n",
      "PK",
    ];
    for (const content of refused) {
      const answer = await put("x", content);
      expect([answer.statusCode, answer.json().code]).toEqual([400, "diagnosis.notDefinitions"]);
    }
    const itself = `<PARAM xsi:type="VALUE"><DOP-REF ID-REF="s"/></PARAM>`.repeat(20);
    const structures = Array.from(
      { length: 10 },
      (_, i) => `<STRUCTURE ID="s${i}"><PARAMS>${itself.replaceAll('"s"', `"s${i + 1}"`)}</PARAMS></STRUCTURE>`,
    );
    const deep = ODX.replaceAll("49<", "34<")
      .replace(
        "</REQUEST>",
        `</REQUEST>${structures.join("")}<POS-RESPONSE ID="p"><PARAMS><PARAM/><PARAM/><PARAM/>
      ${itself.replaceAll('"s"', '"s0"')}</PARAMS></POS-RESPONSE>`,
      )
      .replace("<REQUEST-REF", `<POS-RESPONSE-REFS><POS-RESPONSE-REF ID-REF="p"/></POS-RESPONSE-REFS><REQUEST-REF`);
    expect((await put("deep.odx", deep)).json().code).toBe("diagnosis.definitionsTooLarge");
    // A small archive that would fill the memory.
    const bomb = await zipOf({ "a.odx": "<a>".padEnd(60 * 1024 * 1024, " ") });
    expect((await put("bomb.pdx", bomb)).json().code).toBe("diagnosis.notDefinitions");
  });

  it.skipIf(!hasCorpus)(`list what a real package says beyond them${noCorpus}`, async () => {
    const { data } = (await put("somersault.pdx", corpusBytes("odx/somersault.pdx"), { preview: true })).json();
    expect(data.not_understood.length).toBeGreaterThan(5);
    expect(data.not_understood).toContain("10 session_start");
  });
});
