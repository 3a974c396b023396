import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Chart } from "../../ui/chart/Chart.tsx";
import { DAY_MS, lengthOf, type TimeSpan } from "../../ui/time/timeline.ts";
import type { Watched } from "../watched-curve.ts";
import { watchedQuery } from "./back-test-query.ts";
import "../texts.ts";

const STRIP_PX = 72;

interface StripCurveProps {
  thingsId: string;
  watched: Watched;
  span: TimeSpan;
  limits: readonly number[];
}

/** The curve over the whole range, small, with the limits of the rule. */
export function StripCurve({ thingsId, watched, span, limits }: StripCurveProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { data } = useQuery(watchedQuery(thingsId, watched, span));
  const [limit, other] = limits;
  const drawn = useMemo(() => {
    if (!data || data.x.length === 0) return undefined;
    const x = [span.fromMs, ...data.x, span.toMs];
    const across = (at: number | undefined) =>
      at === undefined ? [] : [{ label: String(at), values: x.map(() => at), token: "--urgent", width: 1 }];
    const curve = { label: watched.name, values: [null, ...data.values, null] };
    return { x, series: [curve, ...across(limit), ...across(other)] };
  }, [data, span, watched.name, limit, other]);
  if (!drawn) return null;
  const from = lengthOf(span) > DAY_MS ? 5 : 11;
  return (
    <Chart
      label={t("alarms.test.stripOf", { name: watched.name })}
      height={STRIP_PX}
      kind="line"
      x={drawn.x}
      series={drawn.series}
      range={{ from: span.fromMs, to: span.toMs }}
      isTime
      writeX={(atMs) => formats.time(atMs).slice(from, 16)}
      writeY={() => ""}
    />
  );
}
