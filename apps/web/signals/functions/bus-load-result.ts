import { type BusHealth, loadColumns } from "../../frames/bus-health/bus-health-query.ts";
import type { Translate } from "../../platform/i18n.ts";
import { type FunctionResult, numberCell, percentCell, textCell, timeCell } from "./function-result.ts";
import { figure } from "./function-run.ts";
import "./function-texts.ts";
import { idText } from "../choose/signal-names.ts";

/** Bus load as measured by the server, bit by bit; the same figures as on the page of bus health. */
export function busLoadResult(health: BusHealth, t: Translate): FunctionResult | undefined {
  const { totals } = health;
  if (totals.frames === 0) return undefined;
  const { times, load, peak } = loadColumns(health);
  const known = load.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length) / 100;
  return {
    figures: [
      figure(t, "signals.fn.meanLoad", percentCell(mean)),
      figure(t, "signals.fn.peakLoad", percentCell(totals.peak)),
      ...(totals.peak_time === null ? [] : [figure(t, "signals.fn.time", timeCell(totals.peak_time * 1000))]),
      figure(t, "signals.fn.frames", numberCell(totals.frames)),
      figure(t, "signals.fn.errorFrames", numberCell(totals.error_frames)),
    ],
    chart: {
      kind: "line",
      x: times.map((ms) => ms * 1000),
      series: [
        { label: t("signals.fn.meanLoad"), values: load },
        { label: t("signals.fn.peakLoad"), values: peak },
      ],
      xKind: "time",
      xName: "",
      yName: "%",
    },
    table: {
      columns: ["ID", t("signals.fn.frames"), t("signals.fn.share")],
      rows: health.ids.map(({ id, extended, frames, load: share }) => [
        textCell(idText(id, extended)),
        numberCell(frames),
        percentCell(share),
      ]),
    },
    notes: [],
  };
}
