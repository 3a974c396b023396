import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseArxml } from "../arxml/parse.ts";
import { EMPTY_DBC, type Message, type Signal } from "../dbc/model.ts";
import { parseDbc } from "../dbc/parse/parse.ts";
import { writeDbc } from "../dbc/write/write.ts";
import { parseLdf } from "../ldf/parse.ts";
import { withShortSymbols } from "./short-symbols.ts";

const LONG = "TorqueOfTheLeftRearWheelMotorActual";
const { dbc: PLAIN } = parseDbc('BO_ 1 M: 8 N\n SG_ S : 0|8@1+ (1,0) [0|0] "" N\n');
const MESSAGE = PLAIN.messages[0] as Message;
const SIGNAL = MESSAGE.signals[0] as Signal;

/** The words that stand for names in the file. */
const written = (text: string): string[] =>
  [...text.matchAll(/^(?:BO_ \d+ | SG_ )(\w+)/gm)].map(([, name]) => name ?? "");

describe("names that are too long for a DBC [DBC-11]", () => {
  it("get a short symbol in what is made of an LDF, and come back whole", () => {
    const ldf = `LIN_description_file;
Nodes { Master: BodyControllerOfTheFrontLeftDoorModule, 5 ms, 0 ms; }
Signals { ${LONG}A: 8, 0, BodyControllerOfTheFrontLeftDoorModule; ${LONG}B: 8, 0, BodyControllerOfTheFrontLeftDoorModule; }
Frames { FrameWithTheStateOfTheFrontLeftDoorModule: 1, BodyControllerOfTheFrontLeftDoorModule, 2 { ${LONG}A, 0; ${LONG}B, 8; } }`;
    const { dbc } = parseLdf(ldf);
    const text = writeDbc(dbc);
    expect(written(text)).toEqual([
      "FrameWithTheStateOfTheFrontLeftD",
      "TorqueOfTheLeftRearWheelMotorAct",
      "TorqueOfTheLeftRearWheelMot_0000",
    ]);
    expect(text).toContain('BA_DEF_ SG_ "SystemSignalLongSymbol" STRING ;');
    expect(text).toContain(`BA_ "SystemSignalLongSymbol" SG_ 1 TorqueOfTheLeftRearWheelMot_0000 "${LONG}B";`);
    expect(text).toMatch(/^BU_: BodyControllerOfTheFrontLeftDoor$/m);
    expect(dbc.messages[0]?.signals.map(({ name }) => name)).toEqual([`${LONG}A`, `${LONG}B`]);
    expect(parseDbc(text)).toEqual({ dbc, problems: [] });
  });

  it("get one in what is made of an ARXML too", () => {
    const arxml = `<AUTOSAR><AR-PACKAGES><AR-PACKAGE><SHORT-NAME>P</SHORT-NAME><ELEMENTS>
<CAN-FRAME><SHORT-NAME>${LONG}</SHORT-NAME><FRAME-LENGTH>8</FRAME-LENGTH></CAN-FRAME>
<CAN-CLUSTER><SHORT-NAME>C</SHORT-NAME><CAN-FRAME-TRIGGERING><SHORT-NAME>T</SHORT-NAME>
<FRAME-REF>/P/${LONG}</FRAME-REF><IDENTIFIER>1</IDENTIFIER></CAN-FRAME-TRIGGERING></CAN-CLUSTER>
</ELEMENTS></AR-PACKAGE></AR-PACKAGES></AUTOSAR>`;
    expect(parseArxml(arxml).dbc.messages[0]).toMatchObject({ name: LONG, symbol: LONG.slice(0, 32) });
  });

  it("are told apart, however many begin alike, and others are left as they are", () => {
    const name = fc.oneof(
      fc.nat({ max: 99_999 }).map((i) => `${LONG}${i}`),
      fc.constantFrom(LONG.slice(0, 32), `${LONG.slice(0, 27)}_0000`, "Short"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 40 }), (names) => {
        const signals = names.map((one) => ({ ...SIGNAL, name: one }));
        const dbc = withShortSymbols({ ...EMPTY_DBC, messages: [{ ...MESSAGE, signals }] });
        const made = dbc.messages[0]?.signals ?? [];
        const symbols = made.map((signal) => signal.symbol ?? signal.name);
        expect(made.map((signal) => signal.name)).toEqual(names);
        expect(new Set(symbols).size).toBe(names.length);
        for (const [i, symbol] of symbols.entries()) {
          expect(symbol.length).toBeLessThanOrEqual(32);
          expect(made[i]?.symbol === null).toBe((names[i] ?? "").length <= 32);
        }
      }),
    );
  });
});
