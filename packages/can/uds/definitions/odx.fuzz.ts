import type { FuzzTarget } from "../../testing/fuzz.ts";
import { readOdx } from "./odx-read.ts";
import { readDefinedValue } from "./read-value.ts";
import { ODX } from "./test-odx.ts";

/** Data as an ECU may answer, whatever its description says of their length. */
const DATA = [new Uint8Array(0), new Uint8Array(3).fill(0xff), Uint8Array.from({ length: 64 }, (_, i) => i * 37)];

export const targets: readonly FuzzTarget[] = [
  {
    name: "odx",
    seeds: [new TextEncoder().encode(ODX)],
    tokens: [
      ...[
        "<",
        ">",
        "/>",
        "</",
        "&amp;",
        "&#0;",
        "<!--",
        "<![CDATA[",
        "-1",
        "1e999",
        "4294967296",
        "A_FLOAT64",
        "A_ASCIISTRING",
      ],
      ...[
        "<BIT-LENGTH>",
        "<BYTE-POSITION>",
        "<BIT-POSITION>",
        "<COMPU-SCALE>",
        "<V>0</V>",
        'ID-REF="',
        "<DTC>",
        "<STRUCTURE>",
      ],
    ],
    run(input) {
      const read = readOdx([new TextDecoder().decode(input)]);
      if (read === undefined || read === "tooLarge") return;
      for (const { code } of read.faults)
        if (code < 0 || code > 0xffffff) throw new Error("a fault code of four bytes");
      for (const { values } of read.identifiers)
        for (const value of values) for (const data of DATA) readDefinedValue(data, value);
    },
  },
];
