import { withoutNoise } from "@canopy/can/dbc/decode/decimal-places";
import { FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { channelName } from "@canopy/contract/device-link/channels";
import { hexOfByte, idText } from "../rows/frame-cells.ts";
import type { FrameDecoders } from "../rows/frame-decoders.ts";
import { groupName, payloadOf } from "../rows/joined-reading.ts";
import { RowClock } from "../rows/row-clock.ts";
import type { TableFrame } from "./table-frame.ts";

/** Rows as tab-separated lines, for a spreadsheet. */
export function tableText(head: readonly string[], frames: readonly TableFrame[], decoders: FrameDecoders): string {
  const clock = new RowClock("year");
  const lines = frames.map((frame) => {
    const found = decoders.find(frame);
    const signals = found && !(frame.flags & FLAG_REMOTE) ? found.message.decode(payloadOf(frame)) : [];
    const values = signals.map(({ signal, value, text }) => {
      const number = text ?? String(typeof value === "bigint" ? value : withoutNoise(signal, value));
      return `${signal.name}=${number}${text === null && signal.unit ? ` ${signal.unit}` : ""}`;
    });
    return [
      clock.of(frame.timeUs),
      frame.deltaUs == null ? "" : String(frame.deltaUs / 1000),
      channelName(frame.channel),
      frame.flags & FLAG_TX ? "Tx" : "Rx",
      idText(frame.id, frame.flags),
      found?.message.message.name ?? (frame.joined ? groupName(frame.joined.id) : ""),
      String(frame.size),
      Array.from(frame.bytes, hexOfByte).join(" "),
      values.join("; "),
    ].join("\t");
  });
  return [head.join("\t"), ...lines].join("\n");
}
