import { type ListState, withFilter } from "../ui/list/list-address.ts";
import { TimeRangeInput } from "../ui/time/TimeRangeInput.tsx";
import styles from "./files.module.css";

interface TimeFilterProps {
  label: string;
  state: ListState;
  onState(state: ListState): void;
  /** The filters that hold its ends. */
  keys: readonly [from: string, to: string];
}

/** A range of time as two filters of a list. */
export function TimeFilter({ label, state, onState, keys: [from, to] }: TimeFilterProps) {
  const write = (atMs: number | null) => (atMs === null ? "" : String(atMs));
  return (
    <fieldset className={styles.times} aria-label={label} title={label}>
      <TimeRangeInput
        range={{ fromMs: timeOf(state, from) ?? null, toMs: timeOf(state, to) ?? null }}
        onChange={({ fromMs, toMs }) => onState(withFilter(withFilter(state, from, write(fromMs)), to, write(toMs)))}
      />
    </fieldset>
  );
}

/** As the address says it; nonsense means none. */
export function timeOf({ filters }: ListState, key: string): number | undefined {
  const text = filters[key] ?? "";
  return /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}
