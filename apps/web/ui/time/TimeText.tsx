import { UNKNOWN } from "../../platform/formats.ts";
import type { TimePrecision } from "../../platform/time-formats.ts";
import { useRelativeTime, useTimeFormats } from "../../platform/use-formats.ts";
import { useTooltip } from "../float/use-tooltip.tsx";
import styles from "../marks/marks.module.css";
import { Moment } from "./moment.tsx";

interface TimeTextProps {
  /** Epoch milliseconds. */
  at: number | null | undefined;
  /** The device whose moment it is; absent: that of the page, null: none. */
  of?: string | null | undefined;
  precision?: TimePrecision;
  /** Names the zone; once in a table head is enough, then not in its cells. */
  withZone?: boolean;
}

/** In the viewer's zone; hovering shows UTC. */
export function TimeText({ at, of, precision = "second", withZone = false }: TimeTextProps) {
  const formats = useTimeFormats();
  const known = at !== null && at !== undefined;
  const { target, bubble } = useTooltip(known ? formats.utc(at, precision) : undefined);
  if (!known) return <span>{UNKNOWN}</span>;
  return (
    <>
      <Moment of={of} at={at}>
        <time className={styles.figure} dateTime={isoOf(at)} {...target}>
          {formats.time(at, precision)}
          {withZone && <span className={styles.zone}>{formats.zoneName(at)}</span>}
        </time>
      </Moment>
      {bubble}
    </>
  );
}

/** "2 h ago", kept up to date; hovering shows the exact time, its zone and UTC. */
export function RelativeTime({ at, of }: Pick<TimeTextProps, "at" | "of">) {
  const formats = useTimeFormats();
  const words = useRelativeTime(at);
  const known = at !== null && at !== undefined;
  const exact = known ? `${formats.time(at)} ${formats.zoneName(at)}\n${formats.utc(at)}` : undefined;
  const { target, bubble } = useTooltip(exact);
  if (!known) return <span>{UNKNOWN}</span>;
  return (
    <>
      <Moment of={of} at={at}>
        <time className={styles.figure} dateTime={isoOf(at)} {...target}>
          {words}
        </time>
      </Moment>
      {bubble}
    </>
  );
}

function isoOf(at: number): string | undefined {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : undefined;
}
