import { shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import styles from "./time-bar.module.css";
import type { Band } from "./time-bar-data.ts";

const LEAST_BAND_PX = 6;

interface TimeBandsProps {
  bands: readonly Band[];
  span: TimeSpan;
  width: number;
}

/** Flash and test runs below the frames; what lies outside of the bar is cut. */
export function TimeBands({ bands, span, width }: TimeBandsProps) {
  return (
    <>
      {bandsOnTop(bands).map((band) => (
        <BandMark key={`${band.fromMs} ${band.name}`} band={band} span={span} width={width} />
      ))}
    </>
  );
}

/** A short one inside a long one stays in reach. */
const bandsOnTop = (bands: readonly Band[]) =>
  [...bands].sort((one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs));

function BandMark({ band, span, width }: Omit<TimeBandsProps, "bands"> & { band: Band }) {
  if (band.toMs < span.fromMs || band.fromMs > span.toMs || width === 0) return null;
  const left = Math.max(0, shareAt(span, band.fromMs) * width);
  const right = Math.min(width, Math.max(shareAt(span, band.toMs) * width, left + LEAST_BAND_PX));
  return (
    <button
      type="button"
      className={styles.band}
      data-kind={band.kind}
      style={{ left, width: Math.max(LEAST_BAND_PX, right - left) }}
      aria-label={band.name}
      title={band.name}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={band.onOpen}
    />
  );
}
