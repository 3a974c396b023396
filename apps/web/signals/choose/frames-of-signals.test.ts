import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { expect, it } from "vitest";
import { fullResolution } from "./frames-of-signals.ts";

const DBC = `VERSION ""
BU_: E
BO_ 256 Engine: 8 E
 SG_ Speed : 0|16@1+ (1,0) [0|0] "" E
BO_ 512 Body: 8 E
 SG_ Door : 0|1@1+ (1,0) [0|0] "" E
`;
const J1939 = `${DBC}BO_ 2566844926 CCVS: 8 E
 SG_ Wheel : 8|16@1+ (1,0) [0|0] "" E
BA_DEF_ "ProtocolType" STRING;
BA_DEF_DEF_ "ProtocolType" "J1939";
`;
const infosOf = (text: string) => {
  const { dbc } = parseDbc(text);
  return dbc.messages.map((message, i) => ({ channel: i % 2, dbcId: "one", dbc, message }));
};

it("a download of every sample has the range, the messages and the DBCs of what is drawn [DBC-06] [DAT-03]", () => {
  expect(fullResolution(infosOf(DBC), { fromMs: 1000.4, toMs: 2000.2 })).toEqual({
    fromMs: 1000,
    toMs: 2001,
    filters: {
      channels: [0, 1],
      ids: [
        { from: 256, to: 256, extended: false },
        { from: 512, to: 512, extended: false },
      ],
    },
    decodedBy: ["one"],
  });
});

it("messages that may be sent in several frames are not narrowed to their own identifier [UDS-06] [DAT-03]", () => {
  const long = `${DBC}BO_ 2566841342 EC1: 39 E
 SG_ SpeedPoint : 160|16@1+ (1,0) [0|0] "" E
`;
  expect(fullResolution(infosOf(long), { fromMs: 0, toMs: 1 }).filters).toEqual({ channels: [0, 1] });
});

it("messages that are known by their group are not narrowed to one identifier", () => {
  expect(fullResolution(infosOf(J1939), { fromMs: 0, toMs: 1 }).filters).toEqual({ channels: [0, 1] });
});
