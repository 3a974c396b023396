import type { Thing } from "@canopy/contract/devices/thing";
import { FRAME_DIRECTIONS, FRAME_TYPES } from "@canopy/contract/frames/frame-filters";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import type { Timeline } from "../../ui/time/timeline.ts";
import { ChannelSelect } from "../filter/ChannelSelect.tsx";
import { SearchField } from "../filter/SearchField.tsx";
import type { HistorySearch } from "./use-history.ts";

interface HistoryFiltersProps {
  device: Thing;
  timeline: Timeline;
  range: { fromMs: number; toMs: number };
  search: HistorySearch;
  onChange(changes: Partial<HistorySearch>): void;
  onJump(atMs: number): void;
}

/** DAT-02: channel, time, identifier and data, direction, type; start before end. */
export function HistoryFilters({ device, timeline, range, search, onChange, onJump }: HistoryFiltersProps) {
  const t = useText();
  const any = { value: "", label: t("frames.filter.anyDirection") } as const;
  return (
    <>
      <TimeRangeInput
        range={range}
        onChange={({ fromMs, toMs }) => {
          if (fromMs !== null && toMs !== null) timeline.setRange({ fromMs, toMs });
        }}
      />
      <ChannelSelect device={device} channel={search.channel} onChange={(channel) => onChange({ channel })} />
      <SearchField value={search.text} onChange={(text) => onChange({ text })} />
      <Select
        aria-label={t("frames.column.direction")}
        options={[any, ...FRAME_DIRECTIONS.map((value) => ({ value, label: t(`frames.filter.${value}`) }))]}
        value={search.direction}
        onChange={(direction) => onChange({ direction })}
      />
      <Select
        aria-label={t("frames.column.kind")}
        options={[
          { value: "", label: t("frames.filter.anyType") },
          ...FRAME_TYPES.map((value) => ({ value, label: t(`frames.filter.${value}`) })),
        ]}
        value={search.type}
        onChange={(type) => onChange({ type })}
      />
      <TimeInput
        aria-label={t("frames.history.jump")}
        title={t("frames.history.jump")}
        at={null}
        onChange={(at) => at !== null && onJump(at)}
        onBad={() => undefined}
      />
    </>
  );
}
