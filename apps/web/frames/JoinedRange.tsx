import styles from "./joined.module.css";
import type { AskedRange } from "./point-range.ts";
import { RangeSwitch } from "./RangeSwitch.tsx";

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
