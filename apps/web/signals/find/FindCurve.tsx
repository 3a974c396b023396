import "./find-texts.ts";
import type { FoundSignal } from "@canopy/contract/signals/find-signal";
import { useMemo } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Card } from "../../ui/Card.tsx";
import { Chart, chartLeft } from "../../ui/chart/Chart.tsx";
import { shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import styles from "./find.module.css";
import { type FindAsked, readSpan } from "./find-address.ts";
import { bitsWords, messageWords, reasonWords } from "./find-words.ts";
import type { Found } from "./use-find.ts";

interface FindCurveProps {
  asked: FindAsked;
  span: TimeSpan;
  found: FoundSignal;
  reference: Found["reference"];
}

const CURVE_PX = 220;
const US_PER_MS = 1000;

/** One finding over the whole span: with the curve it was compared with, or with what was marked. */
export function FindCurve({ asked, span, found, reference }: FindCurveProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { x, series } = useMemo(() => {
    const scale = found.reason.code === "follows" ? found.reason : { factor: 1, offset: 0 };
    const own = new Map(found.times.map((us, i) => [us, (found.values[i] ?? 0) * scale.factor + scale.offset]));
    const known = new Map(reference?.times.map((us, i) => [us, reference.values[i]]));
    const times = [...new Set([...own.keys(), ...known.keys()])].sort((a, b) => a - b);
    return {
      x: times.map((us) => span.fromMs + us / US_PER_MS),
      series: [
        { label: t("signals.find.candidate"), values: times.map((us) => own.get(us)) },
        ...(reference ? [{ label: t("signals.find.compared"), values: times.map((us) => known.get(us)) }] : []),
      ],
    };
  }, [found, reference, span.fromMs, t]);
  const place = `${messageWords(found)} ${bitsWords(found, t)}`;
  const left = (atMs: number) => chartLeft(Math.max(0, Math.min(1, shareAt(span, atMs))));
  const windows = asked.way === "windows" ? [asked.a, asked.b].flatMap((one) => readSpan(spanText(one)) ?? []) : [];
  return (
    <Card title={place}>
      <div className={styles.curve}>
        <Chart
          label={`${t("signals.find.curve", { place })}: ${reasonWords(found.reason, t)}`}
          height={CURVE_PX}
          kind={reference ? "line" : "steps"}
          x={x}
          series={series}
          range={{ from: span.fromMs, to: span.toMs }}
          isTime
          writeX={(value) => formats.time(value, "second").slice(11)}
          writeY={(value) => formatNumber(value)}
        />
        {asked.way === "moments" &&
          asked.momentsMs.map((atMs) => <i key={atMs} className={styles.moment} style={{ left: left(atMs) }} />)}
        {windows.map(({ fromMs, toMs }, i) => (
          <b
            key={i === 0 ? "A" : "B"}
            className={styles.window}
            style={{ left: left(fromMs), right: `calc(100% - ${left(toMs)})` }}
          >
            {i === 0 ? "A" : "B"}
          </b>
        ))}
      </div>
    </Card>
  );
}

const spanText = ({ fromMs, toMs }: FindAsked["a"]): string => `${fromMs ?? ""}-${toMs ?? ""}`;
