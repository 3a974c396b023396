import { cycleTimeMs } from "@canopy/can/dbc/parse/attributes";
import { channelName } from "@canopy/contract/device-link/channels";
import { useMemo } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import type { ErrorReading } from "./error-reading.ts";
import type { FoundMessage, FrameDecoders } from "./frame-decoders.ts";
import type { RowWords } from "./frame-row.ts";
import type { PanelWords } from "./signal-panel.ts";
import "../table/table-texts.ts";

/** The texts of the drawn rows; they change only with the language and the DBCs. */
export function useRowWords(decoders: FrameDecoders): RowWords & PanelWords {
  const t = useText();
  const formats = useTimeFormats();
  return useMemo(
    () => ({
      kind: (key) => t(`frames.kind.${key}`),
      unknown: t("frames.table.unknownId"),
      notIn: (dbcs) => t("frames.table.notIn", { dbc: dbcs }),
      noDbc: "",
      noCycle: t("frames.table.noCycle"),
      open: t("frames.table.openRow"),
      tick: t("frames.table.tickRow"),
      errorFrame: t("frames.table.errorFrame"),
      error: (reading) => errorText(reading, t),
      gap: (fromMs, toMs) =>
        t("frames.table.gap", {
          from: formats.time(fromMs, "ms").slice(11),
          to: formats.time(toMs, "ms").slice(11),
          length: formats.duration(toMs - fromMs),
        }),
      about: (found) => aboutText(found, t),
      notDecoded: ({ channel, device }) => {
        if (decoders.isOpening) return t("frames.table.opening");
        const dbc = decoders.namesOf(channel, device);
        const words = { channel: channelName(channel), dbc };
        return t(dbc === "" ? "frames.table.nothingBound" : "frames.table.notInDbc", words);
      },
      sendAgain: t("frames.table.sendAgain"),
      toCurve: t("frames.table.addToCurve"),
      bind: t("frames.table.bind"),
      raw: (value) => t("frames.table.rawValue", { value }),
    }),
    [t, formats, decoders],
  );
}

function aboutText({ by, message: { message } }: FoundMessage, t: Translate): string {
  const cycle = cycleTimeMs(by.decoder.dbc, message);
  return [
    t("frames.table.signals", { count: message.signals.length }),
    ...(cycle ? [t("frames.table.expectedCycle", { ms: formatNumber(cycle) })] : []),
    ...(message.transmitter ? [t("frames.table.sender", { node: message.transmitter })] : []),
    t(by.channel === null ? "frames.table.decodedBy" : "frames.table.boundTo", {
      dbc: by.name,
      channel: channelName(by.channel ?? 0),
    }),
  ].join(" · ");
}

/** "error passive · CRC error · REC 128, TEC 0" */
function errorText({ state, kinds, counters }: ErrorReading, t: Translate): string {
  const words = [
    ...(state ? [t(`frames.errorState.${state}`)] : []),
    ...kinds.map((kind) => t(`frames.errorKind.${kind}`)),
    ...(counters ? [`REC ${counters.receive}, TEC ${counters.transmit}`] : []),
  ];
  return words.join(" · ") || t("frames.table.errorUnknown");
}
