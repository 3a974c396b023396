import { RangeSwitch } from "../history/RangeSwitch.tsx";
import type { AskedRange } from "../points/point-range.ts";
import styles from "./joined.module.css";

interface JoinedRangeProps {
  range: AskedRange;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** The range of all lanes and frames of a vehicle. */
export function JoinedRange(props: JoinedRangeProps) {
  return (
    <div className={styles.tools}>
      <RangeSwitch {...props} />
    </div>
  );
}
