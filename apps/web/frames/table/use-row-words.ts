import { cycleTimeMs } from "@canopy/can/dbc/parse/attributes";
import { useMemo } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import type { DeviceDbc } from "../filter/device-dbc.ts";
import type { RowWords } from "./frame-row.ts";
import type { PanelWords } from "./signal-panel.ts";
import type { HeadWords } from "./table-head.ts";
import "../texts.ts";

/** The words of the drawn rows; they change with the language and the DBC alone. */
export function useRowWords(dbc: DeviceDbc | null): RowWords & PanelWords {
  const t = useText();
  const formats = useTimeFormats();
  return useMemo(
    () => ({
      kind: (key) => t(`frames.kind.${key}`),
      unknown: dbc ? t("frames.live.unknownId") : "—",
      noCycle: t("frames.live.noCycle"),
      open: t("frames.live.openRow"),
      gap: (fromMs, toMs) =>
        t("frames.live.gap", {
          from: formats.time(fromMs, "ms").slice(11),
          to: formats.time(toMs, "ms").slice(11),
          length: formats.duration(toMs - fromMs),
        }),
      about: ({ message }) => {
        const cycle = dbc && cycleTimeMs(dbc.decoder.dbc, message);
        return [
          t("frames.live.signals", { count: message.signals.length }),
          ...(cycle ? [t("frames.live.expectedCycle", { ms: formatNumber(cycle) })] : []),
          ...(message.transmitter ? [t("frames.live.sender", { node: message.transmitter })] : []),
          t("frames.live.decodedBy", { file: dbc?.name ?? "" }),
        ].join(" · ");
      },
      notDecoded: t(dbc ? "frames.live.notInDbc" : "frames.live.chooseDbcFirst"),
      sendAgain: t("frames.send.again"),
      raw: (value) => t("frames.live.rawValue", { value }),
    }),
    [t, formats, dbc],
  );
}

export function useHeadWords(view: "all" | "ids"): HeadWords {
  const t = useText();
  return useMemo(
    () => ({
      label: t(view === "all" ? "frames.live.tableAll" : "frames.live.tableIds"),
      signals: t("frames.column.signals"),
      time: t("frames.column.time"),
      channel: t("frames.column.channel"),
      direction: t("frames.column.direction"),
      id: t("frames.column.id"),
      name: t("frames.column.name"),
      kind: t("frames.column.kind"),
      length: t("frames.column.length"),
      data: t("frames.column.data"),
      ascii: t("frames.column.ascii"),
      cycle: t(view === "all" ? "frames.column.delta" : "frames.column.cycle"),
      trend: t("frames.column.trend"),
      count: t("frames.column.count"),
    }),
    [t, view],
  );
}
