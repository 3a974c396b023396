import "./joined-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Segmented } from "../ui/Segmented.tsx";
import { TimeRangeInput } from "../ui/TimeRangeInput.tsx";
import styles from "./joined.module.css";
import { type AskedRange, RANGES } from "./point-range.ts";

interface JoinedRangeProps {
  range: AskedRange;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** The range of all lanes and frames of a vehicle, in the address. */
export function JoinedRange({ range, onSearch }: JoinedRangeProps) {
  const t = useText();
  return (
    <div className={styles.tools}>
      <Segmented
        label={t("frames.joined.range")}
        options={RANGES.map((value) => ({ value, label: t(`frames.joined.range.${value}`) }))}
        value={range.kind}
        onChange={(kind) =>
          onSearch({
            range: kind,
            from: kind === "own" ? String(range.fromMs) : undefined,
            to: kind === "own" ? String(range.toMs) : undefined,
          })
        }
      />
      {range.kind === "own" && (
        <TimeRangeInput
          range={range}
          onChange={({ fromMs, toMs }) =>
            onSearch({ from: String(fromMs ?? range.fromMs), to: String(toMs ?? range.toMs) })
          }
        />
      )}
    </div>
  );
}
