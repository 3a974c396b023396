import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FLAG_EXTENDED, FLAG_FD, type Frame } from "../frame/frame.ts";
import { IsoTpReassembler, type LogEvent } from "./reassemble.ts";

interface Pdu {
  id: number;
  hex: string;
  t_first: number;
  t_last: number;
  frames: number;
}

interface Golden {
  frames: number;
  firmware_len: number;
  firmware_sha256: string;
  pdus: Pdu[];
  events: { id: number; result: string; hex?: string }[];
}

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const golden = (name: string): Golden => JSON.parse(fixture(name));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** `(1700000000.001000) can0 7E0#0322F190` and `18DA10F1##1…`: no other form occurs in these logs. */
function candump(text: string): Frame[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [, seconds, micros, id, fd, bytes] =
        /^\((\d+)\.(\d{6})\) can0 ([0-9A-F]+)#(#.)?([0-9A-F]*)$/.exec(line) ?? [];
      if (!id || bytes === undefined) throw new Error(`not a candump line: ${line}`);
      const data = new Uint8Array(Buffer.from(bytes, "hex"));
      const flags = (id.length > 3 ? FLAG_EXTENDED : 0) | (fd ? FLAG_FD : 0);
      const timeUs = Number(seconds) * 1e6 + Number(micros);
      return { timeUs, channel: 0, id: Number.parseInt(id, 16), flags, size: data.length, data };
    });
}

function eventsOf(log: string): { frames: number; events: LogEvent[] } {
  const reassembler = new IsoTpReassembler();
  const frames = candump(fixture(log));
  return { frames: frames.length, events: [...frames.flatMap((f) => reassembler.add(f)), ...reassembler.finish()] };
}

describe.each(["own_uds_flash_11bit", "own_uds_flash_29bit_fd"])("%s", (name) => {
  const expected = golden(`${name}.json`);
  const { frames, events } = eventsOf(`${name}.log`);
  const messages = events.flatMap((e) => (e.kind === "message" ? [e] : []));

  it("gives every message of the session with its times and frames", () => {
    const got = messages.map((e) => ({
      id: e.id,
      hex: hex(e.bytes),
      t_first: e.firstUs,
      t_last: e.lastUs,
      frames: e.frames,
    }));
    const wanted = expected.pdus.map((p) => ({
      id: p.id,
      hex: p.hex,
      t_first: Math.round(p.t_first * 1e6),
      t_last: Math.round(p.t_last * 1e6),
      frames: p.frames,
    }));
    expect(frames).toBe(expected.frames);
    expect(events.length).toBe(messages.length);
    expect(got).toEqual(wanted);
  });

  it("gives the firmware when the transfer payloads are joined", () => {
    const blocks = messages.filter((e) => e.bytes[0] === 0x36).map((e) => e.bytes.subarray(2));
    const firmware = Buffer.concat(blocks);
    expect(firmware.length).toBe(expected.firmware_len);
    expect(createHash("sha256").update(firmware).digest("hex")).toBe(expected.firmware_sha256);
  });
});

it("reports the faults of a hand-made log in order, each once", () => {
  const results = eventsOf("own_isotp_errors.log").events.map((e) => {
    if (e.kind === "message") return { id: e.id, result: "ok", hex: hex(e.bytes) };
    return { id: e.id, result: e.kind === "broken" ? e.problem : "ignored" };
  });
  const wanted = golden("own_isotp_errors.json").events.map(({ id, result, hex }) =>
    hex === undefined ? { id, result } : { id, result, hex },
  );
  expect(results).toEqual(wanted);
});

it("keeps the talks of one id apart by their address byte", () => {
  const reassembler = new IsoTpReassembler({ prefixSize: 1 });
  const frame = (bytes: string): Frame => {
    const data = new Uint8Array(Buffer.from(bytes, "hex"));
    return { timeUs: 0, channel: 0, id: 0x6f1, flags: 0, size: data.length, data };
  };
  const log = ["1210080102030405", "3410081112131415", "1221060708000000", "3421161718000000"].map(frame);
  const messages = log.flatMap((f) => reassembler.add(f)).filter((e) => e.kind === "message");
  expect(messages.map((e) => hex(e.bytes))).toEqual(["0102030405060708", "1112131415161718"]);
});
