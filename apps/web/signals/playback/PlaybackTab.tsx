import { ListPlus, Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { LiveSource } from "../../frames/live/live-source.ts";
import { clockDetail } from "../../frames/rows/row-clock.ts";
import { useFrameDecoders } from "../../frames/rows/use-frame-decoders.ts";
import { FrameTable } from "../../frames/table/FrameTable.tsx";
import { SelectionBar } from "../../frames/table/SelectionBar.tsx";
import { ViewMenu } from "../../frames/table/ViewMenu.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { chartLeft } from "../../ui/chart/Chart.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import layout from "../../ui/layout.module.css";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { PLAYBACK_SPEEDS } from "../../ui/time/playback-clock.ts";
import { shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import { PlaybackCurves } from "./PlaybackCurves.tsx";
import styles from "./playback.module.css";
import "./playback-texts.ts";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { SignalPicker } from "../choose/SignalPicker.tsx";
import { useDecoders } from "../choose/use-decoders.ts";
import { addressOfSignals, signalsOfAddress } from "../layouts/signals-address.ts";
import { usePlayback } from "./use-playback.ts";

const LIST = "signals.playback";
const MAX_SIGNALS = 6;
const SLIDER_STEPS = 10_000;
const STEP_US = 1_000_000;
const LONG_STEP_US = 10_000_000;
/** Elements with key handling of their own. */
const CONTROLS = "button, input, select, textarea, a, [role=tab], [role=slider], dialog";

interface PlaybackTabProps extends DeviceTabProps {
  /** The map beside curves and frames; undefined: it is not wanted. */
  map(asked: { readonly range: TimeSpan; onSeek(atMs: number): void }): ReactNode;
  /** Called once per animation frame, outside React. */
  onPosition(atMs: number): void;
}

/** DBC-07: plays stored frames: curves, frames and map in step, at any speed. */
export function PlaybackTab({ device, timeline, search, onSearch, map, onPosition }: PlaybackTabProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { range } = useSteadyRange(timeline);
  const hasMap = search.map !== "0";
  const signals = useMemo(() => signalsOfAddress(search.signals, MAX_SIGNALS), [search.signals]);
  const decoderOf = useDecoders(signals);
  const [isChoosing, setChoosing] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const clockText = useRef<HTMLTimeElement>(null);
  const values = useRef<(HTMLElement | null)[]>([]);
  const isDragged = useRef(false);

  const place = (positionUs: number) => {
    const atMs = positionUs / 1000;
    onPosition(atMs);
    const share = Math.min(Math.max(shareAt(range, atMs), 0), 1);
    const text = formats.time(atMs, "ms");
    head.current?.style.setProperty("left", chartLeft(share));
    if (clockText.current && clockText.current.textContent !== text) clockText.current.textContent = text;
    if (slider.current && !isDragged.current) {
      slider.current.value = String(Math.round(share * SLIDER_STEPS));
      slider.current.setAttribute("aria-valuetext", text.slice(0, 19));
    }
  };
  const playback = usePlayback({
    thingsId: device.id,
    range,
    startMs: timeline.cursorMs,
    signals,
    decoderOf,
    onPosition: place,
    onValue: (index, text) => {
      const node = values.current[index];
      if (node) node.textContent = text;
    },
  });
  const { status, table, clock, speed } = playback;
  const seekTo = (us: number) => {
    playback.seek(us);
    // The page's other tabs show the same time.
    timeline.setRange(range, Math.round(clock.at(performance.now()) / 1000));
  };
  const seekBy = (us: number) => seekTo(clock.at(performance.now()) + us);
  const toggle = () => {
    playback.toggle();
    if (!clock.isPlaying) timeline.setRange(range, Math.round(clock.at(performance.now()) / 1000));
  };
  usePageKeys(t("signals.play.frames"), [
    { keys: [["Space"]], text: t("signals.play.keyPlay") },
    { keys: [["←"], ["→"]], text: t("signals.play.keyStep") },
    {
      keys: [
        ["Shift", "←"],
        ["Shift", "→"],
      ],
      text: t("signals.play.keyLongStep"),
    },
  ]);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, shiftKey } = event;
    const isElsewhere = target instanceof Element && target.closest(CONTROLS) !== null && target !== slider.current;
    if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === " ") toggle();
    else if (key === "ArrowLeft" || key === "ArrowRight")
      seekBy((key === "ArrowLeft" ? -1 : 1) * (shiftKey ? LONG_STEP_US : STEP_US));
    else return;
    event.preventDefault();
  });
  // Listens on the whole page: a seek replaces the table, and the focus in it is lost.
  useEffect(() => {
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  const decoders = useFrameDecoders(device.id);
  const source = useMemo(() => new LiveSource(table), [table]);
  return (
    <section className={layout.stack} aria-label={t("signals.play.frames")}>
      <TabTools>
        <Button icon={ListPlus} onClick={() => setChoosing(true)}>
          {t("signals.play.signals", { count: signals.length })}
        </Button>
      </TabTools>
      <div className={styles.player}>
        <IconButton icon={SkipBack} label={t("signals.play.back")} onClick={() => seekBy(-LONG_STEP_US)} />
        <Button kind="main" icon={status.isPlaying ? Pause : Play} onClick={toggle}>
          {t(status.isPlaying ? "signals.play.pause" : "signals.play.play")}
        </Button>
        <IconButton icon={SkipForward} label={t("signals.play.forward")} onClick={() => seekBy(LONG_STEP_US)} />
        <Select
          aria-label={t("signals.play.speed")}
          options={PLAYBACK_SPEEDS.map((one) => ({
            value: String(one),
            label: t("signals.play.times", { speed: one }),
          }))}
          value={String(speed)}
          onChange={(value) => playback.setSpeed(Number(value))}
        />
        <input
          ref={slider}
          type="range"
          className={styles.slider}
          aria-label={t("signals.play.position")}
          min={0}
          max={SLIDER_STEPS}
          defaultValue={0}
          onPointerDown={() => {
            isDragged.current = true;
          }}
          onPointerUp={() => {
            isDragged.current = false;
          }}
          onChange={(event) => {
            const share = Number(event.target.value) / SLIDER_STEPS;
            seekTo(clock.fromUs + share * (clock.toUs - clock.fromUs));
          }}
        />
        <time ref={clockText} className={styles.clock} />
        <Checkbox checked={hasMap} onChange={(on) => onSearch({ map: on ? undefined : "0" })}>
          {t("signals.play.map")}
        </Checkbox>
        <ViewMenu list={LIST} />
      </div>
      <p className={layout.note}>
        {t("signals.play.keys")} {status.isLoading && t("signals.play.loading")}
      </p>
      {status.gaps > 0 && <Banner level="tip">{t("signals.play.left", { count: formatNumber(status.gaps) })}</Banner>}
      {status.failure !== undefined && (
        <FailedState title={t("signals.play.failed")} trouble={troubleOf(status.failure)} onRetry={playback.retry} />
      )}
      <div className={styles.desk}>
        <div className={styles.data}>
          {signals.length > 0 ? (
            <PlaybackCurves
              thingsId={device.id}
              signals={signals}
              decoderOf={decoderOf}
              range={range}
              head={head}
              valueAt={(i) => (node) => {
                values.current[i] = node;
              }}
              onSeek={(atMs) => seekTo(atMs * 1000)}
            />
          ) : (
            <p className={layout.note}>
              {t("signals.play.start")}{" "}
              <Button kind="link" onClick={() => setChoosing(true)}>
                {t("signals.play.signals", { count: 0 })}
              </Button>
            </p>
          )}
          {status.isEmpty ? (
            <EmptyState title={t("signals.play.empty")} text={t("signals.play.emptyText")} />
          ) : (
            <div className={styles.frames}>
              <FrameTable
                list={LIST}
                label={t("signals.play.frames")}
                source={source}
                decoders={decoders}
                clock={clockDetail(range.fromMs, range.toMs, Date.now())}
                bar={(frames, clear) => <SelectionBar frames={frames} decoders={decoders} onClear={clear} />}
              />
            </div>
          )}
        </div>
        {hasMap && map({ range, onSeek: (atMs) => seekTo(atMs * 1000) })}
      </div>
      <PlayedCount table={table} isPlaying={status.isPlaying} />
      <SignalPicker
        device={device}
        open={isChoosing}
        chosen={signals}
        limit={MAX_SIGNALS}
        onChoose={(next) => onSearch({ signals: addressOfSignals(next) })}
        onClose={() => setChoosing(false)}
      />
    </section>
  );
}

const COUNT_MS = 500;

function PlayedCount({ table, isPlaying }: { table: { received: number }; isPlaying: boolean }) {
  const t = useText();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const read = () => setCount(table.received);
    read();
    const timer = setInterval(read, COUNT_MS);
    return () => clearInterval(timer);
  }, [table]);
  return (
    <p className={layout.note} role="status" aria-live={isPlaying ? "off" : "polite"}>
      {t("signals.play.frameCount", { count: formatNumber(count) })}
    </p>
  );
}
