import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const PAGE = join(import.meta.dirname, "../../../docs/device-protocol.md");

const frame = z.object({
  timeUs: z.number(),
  channel: z.number(),
  id: z.number(),
  flags: z.number(),
  size: z.number(),
  /** Hex. */
  data: z.string(),
});

/** A `vector` block of docs/device-protocol.md. */
export interface Vector {
  name: string;
  topic: string;
  /** The bytes of the message, from its `hex` or `json`. */
  payload: Buffer;
  json: unknown;
  frames: z.output<typeof frame>[];
  epoch: number;
  sequence: number;
  /** The code of the problem that this message has. */
  bad: string | undefined;
  fields: Record<string, string>;
}

export function protocolVectors(): Vector[] {
  const page = readFileSync(PAGE, "utf8");
  return [...page.matchAll(/^```vector\n(.*?)^```/gms)].map((match) => vectorOf(match[1] ?? ""));
}

/** The `dbc` blocks of the page: what the digital inputs mean, and an analogue one. */
export function inputDbcs(): { digital: string; analogue: string } {
  const page = readFileSync(PAGE, "utf8");
  const [digital = "", analogue = ""] = [...page.matchAll(/^```dbc\n(.*?)^```/gms)].map((match) => match[1] ?? "");
  return { digital, analogue };
}

export function protocolVector(name: string): Vector {
  const found = protocolVectors().find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`docs/device-protocol.md has no vector ${name}`);
  return found;
}

function vectorOf(block: string): Vector {
  const lines = block
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)] as const);
  const all = (key: string) => lines.filter(([name]) => name === key).map(([, value]) => value);
  const [json] = all("json");
  return {
    name: all("name")[0] ?? "",
    topic: all("topic")[0] ?? "",
    payload: json === undefined ? Buffer.from(all("hex").join("").replaceAll(" ", ""), "hex") : Buffer.from(json),
    json: json === undefined ? undefined : JSON.parse(json),
    frames: all("frame").map((text) => frame.parse(JSON.parse(text))),
    epoch: Number(all("epoch")[0] ?? 0),
    sequence: Number(all("sequence")[0] ?? 0),
    bad: all("bad")[0],
    fields: z.record(z.string(), z.string()).parse(JSON.parse(all("fields")[0] ?? "{}")),
  };
}
