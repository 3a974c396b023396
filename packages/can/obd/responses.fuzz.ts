import { readDiagnosticMessage } from "../j1939/diagnostic-messages.ts";
import { readConnectionManagement } from "../j1939/transport-message.ts";
import type { FuzzTarget } from "../testing/fuzz.ts";
import { decodeCurrentData } from "./current-data.ts";
import { decodeTroubleCodes } from "./trouble-codes.ts";
import { decodeVehicleInformation } from "./vehicle-information.ts";

const text = (value: string) => Array.from(value, (letter) => letter.charCodeAt(0));

export const targets: readonly FuzzTarget[] = [
  {
    name: "obd responses",
    seeds: [
      Uint8Array.of(0x41, 0x00, 0xbe, 0x3e, 0xb8, 0x11, 0x0c, 0x1a, 0xf8, 0x0d, 0x32),
      Uint8Array.of(0x41, 0x01, 0x81, 0x07, 0x65, 0x04),
      Uint8Array.of(0x43, 2, 0x01, 0x33, 0xc1, 0x00),
      Uint8Array.of(0x49, 0x02, 1, ...text("LTEST000000000000")),
      Uint8Array.of(0x49, 0x0a, 1, ...text("ECM\0-EngineControl\0\0")),
    ],
    tokens: ["A", "C", "G", "I", "J", "\u0001", "\u0002", "\u0004", "\u0006", "\u0008", "\0\0\0\0"],
    run(input) {
      decodeCurrentData(input);
      decodeTroubleCodes(input);
      decodeVehicleInformation(input);
    },
  },
  {
    name: "j1939 messages",
    seeds: [
      Uint8Array.of(0x04, 0xff, 0x63, 0x00, 0x04, 0x01, 0xff, 0xff),
      Uint8Array.of(0x20, 9, 0, 2, 0xff, 0xca, 0xfe, 0),
    ],
    tokens: ["\u0010", "\u0011", "\u0013", "\u0020", "\0\0"],
    run(input) {
      for (const legacy of [1, 2, 3] as const) readDiagnosticMessage(input, legacy);
      readConnectionManagement(input);
    },
  },
];
