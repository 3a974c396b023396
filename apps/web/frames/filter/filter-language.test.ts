import { readFileSync } from "node:fs";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { frameFilters } from "@canopy/contract/frames/frame-filters";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSearch } from "./filter-language.ts";
import { filtersOf, frameTest, resolveSearch } from "./filter-resolve.ts";

const truck = parseDbc(readFileSync("apps/simulator/vehicles/truck.dbc", "utf8")).dbc;
const ev = parseDbc(readFileSync("apps/simulator/vehicles/ev.dbc", "utf8")).dbc;

interface Given {
  channel?: number;
  id: number;
  flags?: number;
  data?: readonly number[];
}

function passes(text: string, frame: Given, dbc = ev, channels: readonly number[] | null = null): boolean {
  const read = readSearch(text);
  if (!read.ok) throw new Error(`${read.problem}: ${read.text}`);
  const { channel = 0, id, flags = 0, data = [] } = frame;
  const bytes = Uint8Array.from(data);
  return frameTest(resolveSearch(read.search, dbc ? [dbc] : [], channels))(channel, id, flags, bytes.length, bytes, 0);
}

const problemOf = (text: string) => {
  const read = readSearch(text);
  return read.ok ? undefined : read.problem;
};

describe("the filter of a frame table", () => {
  it("finds by identifier, range and mask [DAT-01] [DAT-02]", () => {
    expect(passes("100", { id: 0x100 })).toBe(true);
    expect(passes("0x100", { id: 0x101 })).toBe(false);
    expect(passes("id 100-1FF", { id: 0x1ff })).toBe(true);
    expect(passes("id 100 - 1FF", { id: 0x200 })).toBe(false);
    expect(passes("100 200-2FF", { id: 0x250 })).toBe(true);
    expect(passes("1A0/7F0", { id: 0x1a7 })).toBe(true);
    expect(passes("1A0/7F0", { id: 0x1b0 })).toBe(false);
    expect(passes("18FEF100", { id: 0x18fef100, flags: FLAG_EXTENDED })).toBe(true);
    expect(passes("00000100", { id: 0x100 })).toBe(false);
    expect(passes("", { id: 5 })).toBe(true);
  });

  it("widens by more identifiers and takes away by ! [DAT-01]", () => {
    expect(passes("100, 200", { id: 0x200 })).toBe(true);
    expect(passes("100-1FF, !150", { id: 0x150 })).toBe(false);
    expect(passes("!7DF", { id: 0x7de })).toBe(true);
    expect(passes("!7DF", { id: 0x7df })).toBe(false);
  });

  it("finds by data, open digits included [DAT-01]", () => {
    const frame = { id: 1, data: [0x12, 0x0a, 0x3f] };
    expect(passes("data ?? 0A", frame)).toBe(true);
    expect(passes("data ??0a3?", frame)).toBe(true);
    expect(passes("data 13", frame)).toBe(false);
    expect(passes("data ?? ?? ?? 00", frame)).toBe(false);
  });

  it("finds by the message's name, J1939 by its parameter group [DAT-01]", () => {
    const named = ev.messages[0];
    if (!named) throw new Error("the DBC is empty");
    const flags = named.isExtended ? FLAG_EXTENDED : 0;
    expect(passes(`name ${named.name.toLowerCase()}`, { id: named.id, flags })).toBe(true);
    expect(passes(named.name.slice(0, -1), { id: named.id, flags })).toBe(true);
    expect(passes("name nobody_has_it", { id: named.id, flags })).toBe(false);
    const eec1 = truck.messages.find(({ name }) => name.startsWith("EEC1"));
    if (!eec1) throw new Error("the truck has no EEC1");
    const otherSource = (eec1.id & 0x03ffff00) | 0x18000042;
    expect(passes("EEC1", { id: otherSource, flags: FLAG_EXTENDED }, truck)).toBe(true);
  });

  it("knows direction, kind and format by their words, and the channels [DAT-01] [DAT-09]", () => {
    expect(passes("tx", { id: 1, flags: FLAG_TX })).toBe(true);
    expect(passes("rx", { id: 1, flags: FLAG_TX })).toBe(false);
    expect(passes("fd, error", { id: 1, flags: FLAG_FD })).toBe(true);
    expect(passes("fd, error", { id: 1, flags: FLAG_ERROR })).toBe(true);
    expect(passes("remote", { id: 1, flags: FLAG_REMOTE })).toBe(true);
    expect(passes("ext", { id: 1 })).toBe(false);
    expect(passes("", { id: 1, channel: 32 }, ev, [32])).toBe(true);
    expect(passes("", { id: 1, channel: 0 }, ev, [32])).toBe(false);
  });

  it("says what it cannot read", () => {
    expect(problemOf("id")).toBe("id");
    expect(problemOf("id xyz")).toBe("id");
    expect(problemOf("id 2FFFFFFF")).toBe("id");
    expect(problemOf("200-100")).toBe("idRange");
    expect(problemOf("id 1/1")).toBe("mask");
    expect(problemOf("data 1")).toBe("data");
    expect(problemOf("data zz")).toBe("data");
    expect(problemOf("name")).toBe("name");
  });

  it.each(["__proto__", "constructor", "toString"])("takes %s for a name", (word) => {
    expect(readSearch(word)).toMatchObject({ ok: true, search: { types: [], ids: [{ name: word }] } });
  });

  it("takes any garbage, and what it understands the server understands too", { timeout: 30_000 }, () => {
    const term = fc.constantFrom(
      "id 100-1FF",
      "1A0/7F0",
      "data ?? 0A",
      "tx",
      "fd",
      "!7DF",
      "name BMS",
      "18FEF100",
      "ext",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(term).map((terms) => terms.join(", ")),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const read = readSearch(typed);
        if (!read.ok) return;
        const filters = filtersOf(resolveSearch(read.search, [ev], [0, 1]));
        if (filters) expect(frameFilters.safeParse(JSON.stringify(filters)).success).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
