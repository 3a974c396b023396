import type { FuzzTarget } from "../testing/fuzz.ts";
import { parseFirmware } from "./parse.ts";

const text = (lines: readonly string[]) => new TextEncoder().encode(`${lines.join("\n")}\n`);
const SREC = ["S00600004844521B", "S1137AF00A0A0D0000000000000000000000000061", "S5030001FB", "S9030000FC"];
const IHEX = [":10010000214601360121470136007EFE09D2190140", ":020000021200EA", ":0400000500000000F7", ":00000001FF"];

export const targets: readonly FuzzTarget[] = [
  {
    name: "firmware",
    seeds: [text(SREC), text(IHEX)],
    tokens: ["S0", "S3", "S7", ":", "FF", "\n", "00000001FF"],
    run(input) {
      parseFirmware(input);
    },
  },
];
