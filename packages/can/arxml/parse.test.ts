import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DbcDecoder } from "../dbc/decode/decode.ts";
import { cycleTimeMs, frameFormat } from "../dbc/parse/attributes.ts";
import { parseDbc } from "../dbc/parse/parse.ts";
import { writeDbc } from "../dbc/write/write.ts";
import { FLAG_EXTENDED } from "../frame/frame.ts";
import { MAX_PARTS } from "../signal-file/build.ts";
import { readSignalFile } from "../signal-file/read.ts";
import { parseArxml } from "./parse.ts";

const bytes = new Uint8Array(readFileSync(new URL("./fixtures/own_battery.arxml", import.meta.url)));
const text = new TextDecoder().decode(bytes);
const battery = readSignalFile(bytes);
const decoder = new DbcDecoder(battery.dbc);

const decoded = (id: number, ...data: number[]) => {
  const flags = id > 0x7ff ? FLAG_EXTENDED : 0;
  const frame = decoder.decode({ timeUs: 0, channel: 0, id, flags, size: data.length, data: Uint8Array.from(data) });
  return frame?.signals.map(({ signal, value, text }) => [signal.name, text ?? value]);
};
const errorsOf = (document: string) =>
  parseArxml(document).problems.map(({ code, line, subject }) => [code, line, subject]);

describe("an ARXML [DBC-11]", () => {
  it("decodes both byte orders, signs, scales, states and floats", () => {
    expect(battery.format).toBe("arxml");
    expect(decoded(256, 0x0d, 0xac, 0x9c, 0xff, 99, 1, 0, 0)).toEqual([
      ["Voltage", 350],
      ["Current", -90],
      ["Soc", 49.5],
      ["Contactor", "closed"],
    ]);
    expect(decoded(256, 0, 0, 0, 0, 254, 2, 0, 0)?.slice(2)).toEqual([
      ["Soc", "not available"],
      ["Contactor", "welded"],
    ]);
    // The PDU begins at the second byte; 1.5 as a float; an array of bytes behind it.
    const wide = decoded(0x18ff0001, 0, 0, 0, 0xc0, 0x3f, 65, 66, ...new Array(17).fill(0));
    expect(wide?.slice(0, 3)).toEqual([
      ["Torque", 1.5],
      ["Vin_0", 65],
      ["Vin_1", 66],
    ]);
    expect(wide).toHaveLength(18);
  });

  it("shows of a multiplexed PDU what the selector says", () => {
    expect(decoded(257, 1, 10, 0, 0, 0, 0, 0, 96)).toEqual([
      ["Page", 1],
      ["CellCount", 96],
      ["CellB", 1],
    ]);
  });

  it("keeps senders, receivers, cycles, kinds of frames, comments and start values", () => {
    const [pack, wide] = battery.dbc.messages;
    if (!pack || !wide) throw new Error("messages are missing");
    expect(pack).toMatchObject({ transmitter: "Bms", comment: 'State & "voltage"', length: 8 });
    expect(pack.signals[0]).toMatchObject({ receivers: ["Vcu"], unit: "V", minimum: 0, maximum: 600 });
    expect(pack.signals[0]?.attributes).toEqual([{ name: "GenSigStartValue", value: 3500 }]);
    expect([cycleTimeMs(battery.dbc, pack), frameFormat(battery.dbc, wide)]).toEqual([100, "extendedFd"]);
  });

  it("names what it holds beyond signals with its line", () => {
    expect(battery.problems.map(({ code, line, subject }) => [code, line, subject])).toEqual([
      ["notTaken", 14, "LIN-CLUSTER"],
      ["notTaken", 58, "CONTAINER-I-PDU Box"],
      ["notTaken", 119, "APPLICATION-SW-COMPONENT-TYPE"],
    ]);
  });

  it("can be written as a DBC that says the same", () => {
    expect(parseDbc(writeDbc(battery.dbc)).dbc).toEqual(battery.dbc);
  });

  it("tells broken references and scales that are no straight line", () => {
    expect(errorsOf(text.replace("/Compu/Tenth", "/Compu/Nope"))).toContainEqual([
      "unknownReference",
      expect.any(Number),
      "/Compu/Nope",
    ]);
    const curved = text.replace("<V>0</V><V>1</V>", "<V>0</V><V>1</V><V>2</V>");
    const { dbc, problems } = parseArxml(curved);
    expect(problems.filter(({ code }) => code === "severalScales").map(({ subject }) => subject)).toContain("Voltage");
    expect(dbc.messages[0]?.signals[0]).toMatchObject({ factor: 1, unit: "" });
  });

  it("is refused whole where the XML is damaged, too deep or brings entities", () => {
    expect(errorsOf(text.slice(0, -20))).toEqual([["noXml", 4, "AR-PACKAGES"]]);
    expect(errorsOf(text.replace("</FRAME-LENGTH>", "</FRAME>"))).toEqual([["noXml", expect.any(Number), "FRAME"]]);
    expect(errorsOf(`${"<a>\n".repeat(200)}`)).toEqual([["tooDeep", 101, "> 100"]]);
    const bomb = `<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<AUTOSAR>&b;</AUTOSAR>`;
    expect(errorsOf(bomb)).toEqual([["documentType", 2, "DOCTYPE"]]);
    expect(errorsOf("<AUTOSAR/>")).toEqual([["noMessages", 1, ""]]);
  });

  it("ends in time on what was made to take long", { timeout: 20_000 }, () => {
    const started = process.cpuUsage();
    for (const piece of ["<a b", "<a>&", "<!--", "<a ='", "a "]) parseArxml(`<AUTOSAR ${piece.repeat(400_000)}`);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
  });

  it("keeps no path for each element: long names above many cost the memory of one [DBC-11]", () => {
    const open = Array.from({ length: 90 }, () => `<A><SHORT-NAME>${"N".repeat(20_000)}</SHORT-NAME>`).join("");
    // The paths of these as texts would take 90 GB.
    const many = Array.from({ length: 50_000 }, (_, i) => `<B><SHORT-NAME>b${i}</SHORT-NAME></B>`).join("");
    const document = `<AUTOSAR>${open}${many}${"</A>".repeat(90)}</AUTOSAR>`;
    const before = process.memoryUsage().heapUsed;
    expect(errorsOf(document)).toEqual([["noMessages", 1, ""]]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300e6);
  });

  it("finds what is referred to by its whole path alone", () => {
    const { dbc } = parseArxml(text);
    const relative = text.replaceAll(/<FRAME-REF([^>]*)>\//g, "<FRAME-REF$1>");
    expect(dbc.messages.length).toBeGreaterThan(0);
    expect(parseArxml(relative).dbc.messages).toEqual([]);
    const twice = `${text.slice(0, text.lastIndexOf("</AUTOSAR>"))}<AR-PACKAGES></AR-PACKAGES></AUTOSAR>`;
    expect(parseArxml(twice).dbc).toEqual(dbc);
  });
});

describe("an ARXML whose PDUs refer to each other [DBC-11]", () => {
  /** A multiplexed PDU with these alternatives; its selector has no usable length, so that it makes no signal. */
  const multiplexed = (name: string, alternatives: readonly string[]) =>
    `<MULTIPLEXED-I-PDU><SHORT-NAME>${name}</SHORT-NAME>
    <SELECTOR-FIELD-START-POSITION>0</SELECTOR-FIELD-START-POSITION><SELECTOR-FIELD-LENGTH>0</SELECTOR-FIELD-LENGTH>
    ${alternatives
      .map(
        (pdu, code) => `<DYNAMIC-PART-ALTERNATIVE><I-PDU-REF>/P/${pdu}</I-PDU-REF>
        <SELECTOR-FIELD-CODE>${code}</SELECTOR-FIELD-CODE></DYNAMIC-PART-ALTERNATIVE>`,
      )
      .join("")}</MULTIPLEXED-I-PDU>`;
  const file = (...pdus: readonly string[]) => `<AUTOSAR><P><SHORT-NAME>P</SHORT-NAME>${pdus.join("")}
    <CAN-FRAME><SHORT-NAME>F</SHORT-NAME><PDU-TO-FRAME-MAPPINGS><M><PDU-REF>/P/A0</PDU-REF></M></PDU-TO-FRAME-MAPPINGS></CAN-FRAME>
    <CAN-CLUSTER><CAN-FRAME-TRIGGERING><IDENTIFIER>1</IDENTIFIER><FRAME-REF>/P/F</FRAME-REF></CAN-FRAME-TRIGGERING></CAN-CLUSTER>
    </P></AUTOSAR>`;
  const times = (name: string) => Array.from({ length: 50 }, () => name);

  it("is left out where a PDU contains itself, and told by its name", () => {
    const problems = errorsOf(file(multiplexed("A0", times("A1")), multiplexed("A1", times("A0"))));
    expect(problems).toContainEqual(["pduCycle", expect.any(Number), "A0"]);
  });

  it("is refused where a small text stands for more parts than any file has", () => {
    const places = "<M><I-SIGNAL-REF>/P/F</I-SIGNAL-REF></M>".repeat(250);
    const leaf = `<I-SIGNAL-I-PDU><SHORT-NAME>A2</SHORT-NAME><I-SIGNAL-TO-PDU-MAPPINGS>${places}</I-SIGNAL-TO-PDU-MAPPINGS></I-SIGNAL-I-PDU>`;
    const [outer, inner] = [multiplexed("A0", times("A1")), multiplexed("A1", times("A2"))];
    expect(errorsOf(file(outer, inner, leaf))).toEqual([["tooManyParts", expect.any(Number), `> ${MAX_PARTS}`]]);
  });
});
