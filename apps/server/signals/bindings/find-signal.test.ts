import { MessageIndex } from "@canopy/can/dbc/find";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { describe, expect, it } from "vitest";
import { alsoIdsOf, findSignal } from "./find-signal.ts";

const message = (id: number, name: string) =>
  `BO_ ${id + 0x80000000} ${name}: 8 E\n SG_ S_${name} : 0|8@1+ (1,0) [0|0] "" E\n`;
const HEAD = 'VERSION ""\n\nBU_: E\n\n';
const J1939 = '\nBA_DEF_ "ProtocolType" STRING;\nBA_DEF_DEF_ "ProtocolType" "";\nBA_ "ProtocolType" "J1939";\n';
// A broadcast group, a group with a destination, and a second message of the first group.
const dbc = parseDbc(
  `${HEAD}${message(0x18fef1fe, "Wide")}\n${message(0x0cef00fe, "To")}\n${message(0x18fef121, "Own")}${J1939}`,
).dbc;

const has = (id: number, name: string) => {
  const found = dbc.messages.find((one) => one.name === name);
  if (!found) throw new Error(name);
  const ids = alsoIdsOf(dbc, found);
  if (id === found.id) return true;
  return ids !== undefined && !ids.except.includes(id) && ids.spans.some(({ from, to }) => id >= from && id <= to);
};

describe("the identifiers of a J1939 message", () => {
  it("are those that the decoder takes for it, whoever sends with whatever priority", () => {
    const index = new MessageIndex(dbc);
    for (let i = 0; i < 2048; i += 1) {
      const priority = i % 8;
      const pgn = [0xfef1, 0xef00 + (i % 256), 0xfef2, 0x1fef1][i % 4] as number;
      const id = priority * 2 ** 26 + pgn * 256 + ((i * 7) % 256);
      const name = dbc.messages[index.find(id, true)]?.name;
      for (const one of ["Wide", "To", "Own"]) expect([id, one, has(id, one)]).toEqual([id, one, name === one]);
    }
  });

  it("are one of a message of another protocol", () => {
    const plain = parseDbc(`${HEAD}${message(0x18fef1fe, "Wide")}`).dbc;
    expect(alsoIdsOf(plain, plain.messages[0] as (typeof plain.messages)[number])).toBeUndefined();
    expect(findSignal(plain, { message_id: 0x18fef1fe, is_extended: true, signal: "S_Wide" })?.signal.length).toBe(8);
    expect(findSignal(plain, { message_id: 0x18fef1fe, is_extended: false, signal: "S_Wide" })).toBeUndefined();
  });
});
