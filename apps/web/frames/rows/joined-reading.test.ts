import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import { FrameDecoders } from "./frame-decoders.ts";
import { groupName, joinedText, payloadOf } from "./joined-reading.ts";

/** Engine configuration (PGN FEE3) of 39 bytes, with a signal in its last bytes. */
const DBC = `VERSION ""
BU_: ENGINE
BO_ 2566841342 EngineConfiguration: 39 ENGINE
 SG_ IdleSpeed : 0|16@1+ (0.125,0) [0|8031] "rpm" ENGINE
 SG_ LastWord : 296|16@1+ (1,0) [0|65535] "" ENGINE
BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";
BA_DEF_DEF_ "VFrameFormat" "J1939PG";
BA_ "VFrameFormat" BO_ 2566841342 3;
`;

describe("a J1939 message of several frames [UDS-06]", () => {
  it("is decoded by the DBC of its parameter group, on the row of its last packet", () => {
    const { dbc } = parseDbc(DBC);
    const decoder = new DbcDecoder(dbc);
    const decoders = new FrameDecoders([{ name: "truck.dbc", decoder, channel: null }]);
    const bytes = new Uint8Array(39).fill(0xff);
    bytes.set([0x40, 0x1f], 0);
    bytes.set([0x34, 0x12], 37);
    const packet = { channel: 0, id: 0x1cebff00, flags: FLAG_EXTENDED, bytes: new Uint8Array(8) };
    expect(decoders.find(packet)).toBeNull();
    const last = { ...packet, joined: { id: 0x18fee300, bytes } };
    const found = decoders.find(last);
    expect(found?.message.message.name).toBe("EngineConfiguration");
    const values = found?.message.decode(payloadOf(last)).map(({ signal, value }) => [signal.name, value]);
    expect(values).toEqual([
      ["IdleSpeed", 1000],
      ["LastWord", 0x1234],
    ]);
  });

  it("has the name of its group and its fault codes without a DBC", () => {
    const dm1 = Uint8Array.of(0x44, 0xff, 0x64, 0, 1, 5, 0xbe, 0, 8, 1);
    expect(groupName(0x18feca00)).toBe("DM1");
    expect(joinedText({ id: 0x18feca00, bytes: dm1 })).toBe("SPN 100 FMI 1 (5), SPN 190 FMI 8 (1)");
    expect(groupName(0x18ff1200)).toBe("PGN FF12");
    expect(joinedText({ id: 0x18ff1200, bytes: Uint8Array.of(1, 2) })).toBe("2 B 0102");
  });
});
