import "./history-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import { type AskedRange, RANGES } from "../points/point-range.ts";

interface RangeSwitchProps {
  range: AskedRange;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** The last hour, day or week, or a range of one's own; in the address. */
export function RangeSwitch({ range, onSearch }: RangeSwitchProps) {
  const t = useText();
  return (
    <>
      <Segmented
        label={t("frames.rangeSwitch.label")}
        options={RANGES.map((value) => ({ value, label: t(`frames.rangeSwitch.${value}`) }))}
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
    </>
  );
}
