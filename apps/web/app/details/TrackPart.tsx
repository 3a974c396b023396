import { listAlarmEvents } from "@canopy/contract/alarms/events";
import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import type { InStep } from "../../places/track/in-step.ts";
import { TrackView } from "../../places/track/TrackView.tsx";
import { readTrackAddress } from "../../places/track/track-address.ts";
import type { TrackSeries } from "../../places/track/track-colour.ts";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { definitionOf, useDecoders } from "../../signals/choose/use-decoders.ts";
import { addressOfSignals, signalsOfAddress } from "../../signals/layouts/signals-address.ts";
import { PlaybackCurves } from "../../signals/playback/PlaybackCurves.tsx";
import { type LoadedCurve, loadCurves } from "../../signals/samples/load-curves.ts";
import { chartLeft } from "../../ui/chart/Chart.tsx";
import { shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { trackAlarmsQuery } from "./alarm-marks.ts";

const MAX_SIGNALS = 6;
const PIXELS = 4000;
/** A sample counts so many cycles, and so long at least. */
const HOLD_CYCLES = 5;
const LEAST_HOLD_MS = 2000;

/** GPS-01: the track of a device, coloured by any signal, with curves in step. */
export function TrackPart(props: DeviceTabProps) {
  const { device, timeline, search, onSearch, onTab } = props;
  const { range } = useSteadyRange(timeline);
  const signals = useMemo(() => signalsOfAddress(search.signals, MAX_SIGNALS), [search.signals]);
  const decoderOf = useDecoders(signals);
  const loaded = useSamples(device.id, range, signals);
  const series = useMemo(() => new Map([...loaded].map(([key, curve]) => [key, seriesOf(curve)])), [loaded]);
  const alarmsDenied = callDenied(listAlarmEvents);
  const isAsked = readTrackAddress(search).hasAlarms && alarmsDenied === undefined;
  const { data: alarms } = useQuery({ ...trackAlarmsQuery(device.id, range), enabled: isAsked });
  const [isChoosing, setChoosing] = useState(false);
  const choices = signals.map((signal) => {
    const key = formatSignal(signal);
    const found = series.get(key);
    const unit = definitionOf(decoderOf(signal), signal)?.unit ?? "";
    return { key, name: signal.signal, series: found && { ...found, name: signal.signal, unit } };
  });
  return (
    <>
      <TrackView
        {...props}
        signals={choices}
        onAddSignal={() => setChoosing(true)}
        alarms={isAsked ? alarms : undefined}
        alarmsDenied={alarmsDenied}
        onAlarm={(event) => onTab("triggers", "events", { which: "all", event })}
        curves={(inStep) =>
          signals.length > 0 && (
            <CurvesInStep {...inStep} thingsId={device.id} signals={signals} decoderOf={decoderOf} series={series} />
          )
        }
      />
      <SignalPicker
        device={device}
        open={isChoosing}
        chosen={signals}
        limit={MAX_SIGNALS}
        onChoose={(next) => onSearch({ signals: addressOfSignals(next) })}
        onClose={() => setChoosing(false)}
      />
    </>
  );
}

type Samples = Pick<TrackSeries, "times" | "values" | "holdMs">;

interface CurvesInStepProps extends InStep {
  thingsId: string;
  signals: readonly SignalReference[];
  decoderOf: ReturnType<typeof useDecoders>;
  series: ReadonlyMap<string, Samples>;
}

/** The curves of playback with their line and values at the cursor of the track. */
function CurvesInStep({ range, cursor, onSeek, thingsId, signals, decoderOf, series }: CurvesInStepProps) {
  const head = useRef<HTMLDivElement>(null);
  const outputs = useRef<(HTMLElement | null)[]>([]);
  const paint = useEffectEvent(() => {
    const atMs = cursor.shownMs();
    head.current?.style.setProperty("display", atMs === null ? "none" : "block");
    if (atMs !== null) head.current?.style.setProperty("left", chartLeft(shareAt(range, atMs)));
    for (const [i, signal] of signals.entries()) {
      const node = outputs.current[i];
      if (node) node.textContent = atMs === null ? UNKNOWN : valueText(series.get(formatSignal(signal)), atMs);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: samples that have come change the values
  useEffect(() => {
    paint();
    return cursor.subscribe(paint);
  }, [cursor, range, signals, series]);
  return (
    <PlaybackCurves
      thingsId={thingsId}
      signals={signals}
      decoderOf={decoderOf}
      range={range}
      head={head}
      valueAt={(i) => (node) => {
        outputs.current[i] = node;
      }}
      onSeek={onSeek}
    />
  );
}

function useSamples(thingsId: string, range: TimeSpan, signals: readonly SignalReference[]) {
  const keys = signals.map(formatSignal);
  const span = { fromUs: range.fromMs * 1000, toUs: range.toMs * 1000 };
  const { data } = useQuery({
    queryKey: ["places.trackSamples", thingsId, span, keys],
    queryFn: ({ signal }) => loadCurves(thingsId, { span, pixels: PIXELS, keys }, signal),
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
  return data ?? NOTHING;
}

const NOTHING: ReadonlyMap<string, LoadedCurve> = new Map();

function seriesOf(curve: LoadedCurve): Samples {
  if (!curve.ok) return { times: [], values: [], holdMs: 0 };
  const { times, values, cycleUs = 0, pixelUs } = curve.samples;
  const holdMs = Math.max(LEAST_HOLD_MS, (HOLD_CYCLES * cycleUs) / 1000, (pixelUs ?? 0) / 500);
  return { times: times.map((us) => us / 1000), values, holdMs };
}

function valueText(samples: Samples | undefined, atMs: number): string {
  if (!samples) return UNKNOWN;
  let [low, high] = [0, samples.times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples.times[middle] as number) <= atMs) low = middle + 1;
    else high = middle;
  }
  const isFresh = low > 0 && atMs - (samples.times[low - 1] as number) <= samples.holdMs;
  return isFresh ? formatNumber(samples.values[low - 1]) : UNKNOWN;
}
