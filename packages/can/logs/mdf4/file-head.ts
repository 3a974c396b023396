import { BlockBuilder, block } from "./block-builder.ts";

const HD_AT = 64;
const HD_BYTES = 104;
/** Where the link to the first data group stands. */
export const FIRST_GROUP_LINK = HD_AT + 24;

/** Identification, header and history; what `add` builds stands behind them, and returns the first data group. */
export function fileHead(startUs: number, title: string, add?: (builder: BlockBuilder) => number): Uint8Array {
  const builder = new BlockBuilder(HD_AT + HD_BYTES);
  const note =
    `<FHcomment><TX>${title}</TX><tool_id>canopy</tool_id><tool_vendor>canopy</tool_vendor>` +
    "<tool_version>1</tool_version></FHcomment>";
  const history = builder.add("FH", [0, builder.text("MD", note)], timeFields(startUs, 16));
  const firstGroup = add?.(builder) ?? 0;
  const head = block("HD", [firstGroup, history, 0, 0, 0, 0], timeFields(startUs, 32));
  const body = builder.bytes();
  const bytes = new Uint8Array(HD_AT + HD_BYTES + body.length);
  bytes.set(identification("UnFinMF "));
  bytes.set(head, HD_AT);
  bytes.set(body, HD_AT + HD_BYTES);
  return bytes;
}

/** Until the end is written the file says that it is unfinished: its cycle counters are not right yet (flag 1). */
export function identification(kind: "MDF     " | "UnFinMF "): Uint8Array {
  const bytes = new Uint8Array(HD_AT);
  bytes.set(new TextEncoder().encode(`${kind}4.11    canopy  `));
  const view = new DataView(bytes.buffer);
  view.setUint16(28, 411, true);
  if (kind === "UnFinMF ") view.setUint16(60, 0x01, true);
  return bytes;
}

/** HD and FH begin with the time in ns; flag 2: the offsets to local time (0) are valid. */
function timeFields(timeUs: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(timeUs) * 1000n, true);
  view.setUint8(12, 2);
  return bytes;
}
