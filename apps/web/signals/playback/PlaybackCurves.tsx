import { type CurveItem, readCurves } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Ref, useMemo } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Chart } from "../../ui/chart/Chart.tsx";
import layout from "../../ui/layout.module.css";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { curveColumns } from "../samples/curve-columns.ts";
import styles from "./playback.module.css";
import "./playback-texts.ts";
import { definitionOf, type LibraryDecoder } from "../choose/use-decoders.ts";

const CURVE_PX = 116;
const PIXELS = 1200;

interface PlaybackCurvesProps {
  thingsId: string;
  signals: readonly SignalReference[];
  decoderOf(signal: SignalReference): LibraryDecoder | undefined;
  range: TimeSpan;
  /** The line at the position; moved without React. */
  head: Ref<HTMLDivElement>;
  /** The element for the value of a signal. */
  valueAt(index: number): Ref<HTMLOutputElement>;
  onSeek(atMs: number): void;
}

/** The signals over the whole range, one below the other, with a common position line. */
export function PlaybackCurves({ thingsId, signals, decoderOf, range, head, valueAt, onSeek }: PlaybackCurvesProps) {
  const t = useText();
  const fromUs = Math.floor(range.fromMs * 1000);
  const body = {
    start_time: String(fromUs),
    end_time: String(Math.max(fromUs + 1, Math.ceil(range.toMs * 1000))),
    pixels: PIXELS,
    items: [...signals],
  };
  const query = useQuery({
    queryKey: [readCurves.name, "playback", thingsId, body],
    queryFn: async ({ signal }) => (await api(readCurves, { params: { things_id: thingsId }, body }, { signal })).data,
    placeholderData: keepPreviousData,
  });
  if (query.error) {
    const retry = () => void query.refetch();
    return <FailedState title={t("signals.play.failed")} trouble={troubleOf(query.error)} onRetry={retry} />;
  }
  return (
    <section className={styles.curves} aria-label={t("signals.play.curves")}>
      {signals.map((signal, i) => {
        const item = query.data?.items[i];
        const definition = definitionOf(decoderOf(signal), signal);
        return (
          <div key={`${signal.channel}${signal.message_id}${signal.signal}`} className={styles.curve}>
            <div className={styles.curveHead}>
              <span className={styles.swatch} style={{ background: `var(--signal-${i + 1})` }} />
              <strong>{signal.signal}</strong>
              {definition?.unit && <span>{definition.unit}</span>}
              <output ref={valueAt(i)} className={styles.curveValue}>
                {UNKNOWN}
              </output>
            </div>
            {item?.state === "failed" && <p className={layout.note}>{item.message}</p>}
            {item === undefined && <Skeleton rows={3} columns={1} />}
            {item?.state === "drawn" && (
              <SignalCurve item={item} name={signal.signal} range={range} colour={i} onSeek={onSeek} />
            )}
          </div>
        );
      })}
      <div ref={head} className={styles.playhead} aria-hidden="true" />
    </section>
  );
}

interface SignalCurveProps {
  item: Extract<CurveItem, { state: "drawn" }>;
  name: string;
  range: TimeSpan;
  colour: number;
  onSeek(atMs: number): void;
}

function SignalCurve({ item, name, range, colour, onSeek }: SignalCurveProps) {
  const formats = useTimeFormats();
  const { x, series, edges } = useMemo(() => {
    const columns = curveColumns(item, Math.floor(range.fromMs * 1000) / 1000);
    const edges = { from: range.fromMs, to: range.toMs };
    return { x: columns.x, series: [{ label: name, values: columns.values }], edges };
  }, [item, name, range]);
  return (
    <Chart
      label={name}
      height={CURVE_PX}
      kind="line"
      x={x}
      series={series}
      range={edges}
      isTime
      colour={colour}
      writeX={(atMs) => formats.time(atMs, "second").slice(11)}
      writeY={(value) => formatNumber(value)}
      onPick={onSeek}
    />
  );
}
