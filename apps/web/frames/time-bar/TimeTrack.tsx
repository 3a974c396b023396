import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import {
  DAY_MS,
  lengthOf,
  SHORTEST_RANGE_MS,
  shareAt,
  type Timeline,
  type TimeSpan,
  ticksOf,
} from "../../ui/time/timeline.ts";
import { useWidth } from "../../ui/use-width.ts";
import type { Stay } from "./connection-lane.ts";
import { TimeBands } from "./TimeBands.tsx";
import { TimeGaps } from "./TimeGaps.tsx";
import { TimeMarks } from "./TimeMarks.tsx";
import styles from "./time-bar.module.css";
import type { Band, Mark } from "./time-bar-data.ts";
import { bucketPath, gapBoxes, type Presence, zoomOn } from "./time-bar-shape.ts";

const TALL = 16;
/** A press that moves less is a click. */
const CLICK_PX = 4;
/** Half of the widest time on the clock: nearer to an edge it would be cut. */
const HALF_LABEL_PX = 26;
const TICK_PX = 110;

interface TimeTrackProps {
  span: TimeSpan;
  timeline: Timeline;
  presence: Presence | undefined;
  failed: boolean;
  stays: readonly Stay[] | undefined;
  marks: readonly Mark[];
  bands: readonly Band[];
  onOpen: ((name: string) => void) | undefined;
}

type Grip = "from" | "to" | "new";

/** The drawn part: marks above, frames and gaps, the chosen range with its handles, the cursor, the clock below. */
export function TimeTrack({ span, timeline, presence, failed, stays, marks, bands, onOpen }: TimeTrackProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { ref, width } = useWidth();
  const [draft, setDraft] = useState<TimeSpan | null>(null);
  const range = draft ?? timeline.range;
  const x = (atMs: number) => shareAt(span, atMs) * width;
  const drag = useDrag({ span, width, timeline, onDraft: setDraft });
  const press = (mark: Mark, all: readonly [Mark, ...Mark[]]) => {
    if (mark.opens !== undefined && onOpen) return onOpen(mark.opens);
    const zoomed = zoomOn(all, timeline.range, Date.now());
    return zoomed === undefined ? drag.lookAt(mark.atMs) : timeline.setRange(zoomed, mark.atMs);
  };
  const whole = timeline.live && !draft;
  const ticks = ticksOf(span, Math.max(2, Math.floor(width / TICK_PX)));
  const isWhole = (atMs: number) => x(atMs) >= HALF_LABEL_PX && x(atMs) <= width - HALF_LABEL_PX;
  const clock = (atMs: number) => formats.time(atMs, ticks.stepMs < 60_000 ? "second" : "minute");
  const cursorMs = timeline.cursorMs;

  return (
    <div className={styles.trackFrame}>
      <TimeMarks marks={marks} span={span} width={width} onMark={press} />
      <div ref={ref} className={styles.track} {...drag.handlers} data-gaps={presence?.gaps.length ?? 0}>
        {presence && width > 0 && <Drawn presence={presence} span={span} width={width} range={whole ? span : range} />}
        {presence && <TimeGaps gaps={presence.gaps} stays={stays} marks={marks} span={span} width={width} />}
        <TimeBands bands={bands} span={span} width={width} />
        {failed && <span className={styles.failed}>{t("frames.bar.failed")}</span>}
        {!whole && (
          <>
            <div className={styles.frame} style={{ left: x(range.fromMs), width: x(range.toMs) - x(range.fromMs) }} />
            {(["from", "to"] as const).map((grip) => (
              <Handle key={grip} grip={grip} span={span} range={range} x={x} onRange={timeline.setRange} drag={drag} />
            ))}
          </>
        )}
        {cursorMs !== null && cursorMs >= span.fromMs && cursorMs <= span.toMs && (
          <div className={styles.cursor} style={{ left: x(cursorMs) }} title={formats.time(cursorMs, "ms")} />
        )}
        {whole && <div className={styles.cursor} style={{ left: width }} />}
      </div>
      <div className={styles.clock} aria-hidden="true">
        {ticks.atMs.filter(isWhole).map((atMs) => (
          <span key={atMs} style={{ left: x(atMs) }} title={formats.time(atMs)}>
            {ticks.stepMs >= DAY_MS ? formats.day(atMs) : clock(atMs).slice(11)}
          </span>
        ))}
      </div>
    </div>
  );
}

function Drawn({
  presence,
  span,
  width,
  range,
}: {
  presence: Presence;
  span: TimeSpan;
  width: number;
  range: TimeSpan;
}) {
  const id = useId();
  const path = bucketPath(presence, span, { width, height: TALL });
  const left = Math.max(0, shareAt(span, range.fromMs) * width);
  const right = Math.min(width, shareAt(span, range.toMs) * width);
  return (
    <svg className={styles.drawing} width={width} height={TALL} aria-hidden="true">
      <defs>
        <pattern id={`${id}hatch`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={styles.hatchGround} />
          <line x1="0" y1="0" x2="0" y2="6" className={styles.hatchLine} />
        </pattern>
        <clipPath id={`${id}chosen`}>
          <rect x={left} y="0" width={Math.max(0, right - left)} height={TALL} />
        </clipPath>
      </defs>
      {gapBoxes(presence.gaps, span, width).map((gap) => (
        <rect key={gap.x} x={gap.x} y="2" width={gap.width} height={TALL - 2} fill={`url(#${id}hatch)`} />
      ))}
      <path d={path} className={styles.faded} />
      <path d={path} className={styles.frames} clipPath={`url(#${id}chosen)`} />
    </svg>
  );
}

interface DragOptions {
  span: TimeSpan;
  width: number;
  timeline: Timeline;
  onDraft(draft: TimeSpan | null): void;
}

/** A click puts the cursor, a pull chooses a range, a handle changes it; the address is written once, at the end. */
function useDrag({ span, width, timeline, onDraft }: DragOptions) {
  const start = useRef<{ x: number; grip: Grip; range: TimeSpan } | null>(null);
  const latest = useRef<TimeSpan | null>(null);
  const timeAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.closest(`.${styles.track}`)?.getBoundingClientRect();
    const share = box ? (event.clientX - box.left) / box.width : 0;
    return span.fromMs + Math.min(1, Math.max(0, share)) * lengthOf(span);
  };
  const lookAt = (atMs: number) => {
    // Looking at a moment of the past: the bar holds still.
    if (timeline.live) timeline.setRange(timeline.range, atMs);
    else timeline.setCursor(atMs);
  };
  const begin = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || width === 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = timeAt(event);
    start.current = { x: event.clientX, grip, range: grip === "new" ? { fromMs: at, toMs: at } : timeline.range };
    latest.current = null;
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const begun = start.current;
    if (!begun || (!latest.current && Math.abs(event.clientX - begun.x) < CLICK_PX)) return;
    latest.current = pulled(begun, timeAt(event));
    onDraft(latest.current);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const begun = start.current;
    start.current = null;
    onDraft(null);
    if (!begun) return;
    if (latest.current) timeline.setRange(latest.current);
    else if (begun.grip === "new") lookAt(timeAt(event));
  };
  const common = { onPointerMove: move, onPointerUp: end, onPointerCancel: () => onDraft(null) };
  return {
    lookAt,
    handlers: { onPointerDown: begin("new"), ...common },
    grip: (grip: Grip) => ({ onPointerDown: begin(grip), ...common }),
  };
}

function pulled({ grip, range }: { grip: Grip; range: TimeSpan }, atMs: number): TimeSpan {
  const fixed = grip === "from" ? range.toMs : range.fromMs;
  const fromMs = Math.min(fixed, atMs);
  return { fromMs, toMs: Math.max(fixed, atMs, fromMs + SHORTEST_RANGE_MS) };
}

interface HandleProps {
  grip: "from" | "to";
  span: TimeSpan;
  range: TimeSpan;
  x(atMs: number): number;
  onRange(range: TimeSpan): void;
  drag: ReturnType<typeof useDrag>;
}

function Handle({ grip, span, range, x, onRange, drag }: HandleProps) {
  const t = useText();
  const formats = useTimeFormats();
  const at = grip === "from" ? range.fromMs : range.toMs;
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = at + (way * lengthOf(span)) / 200;
    const fits = grip === "from" ? next <= range.toMs - SHORTEST_RANGE_MS : next >= range.fromMs + SHORTEST_RANGE_MS;
    if (fits) onRange(grip === "from" ? { ...range, fromMs: next } : { ...range, toMs: next });
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t(grip === "from" ? "frames.bar.rangeFrom" : "frames.bar.rangeTo")}
      aria-valuemin={Math.round(span.fromMs / 1000)}
      aria-valuemax={Math.round(span.toMs / 1000)}
      aria-valuenow={Math.round(at / 1000)}
      aria-valuetext={formats.time(at)}
      className={styles.handle}
      style={{ left: x(at) }}
      onKeyDown={onKeyDown}
      {...drag.grip(grip)}
    />
  );
}
