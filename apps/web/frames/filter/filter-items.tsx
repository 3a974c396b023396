import type { Thing } from "@canopy/contract/devices/thing";
import { FRAME_DIRECTIONS, FRAME_TYPES } from "@canopy/contract/frames/frame-filters";
import { ListFilter } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Popover } from "../../ui/float/Popover.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import type { HistorySearch } from "../history/history-search.ts";
import { ChannelSelect } from "./ChannelSelect.tsx";
import styles from "./filter.module.css";
import { SearchField } from "./SearchField.tsx";
import "./filter-texts.ts";
import "../table/table-texts.ts";

interface FilterProps {
  device: Thing;
  search: HistorySearch;
  onChange(changes: Partial<HistorySearch>): void;
}

/** DAT-02: channel, identifier and data, direction, type; the same for real-time and history. */
export function filterItems({ device, search, onChange }: FilterProps): ToolbarItem[] {
  const channels = (
    <ChannelSelect device={device} channel={search.channel} onChange={(channel) => onChange({ channel })} />
  );
  return [
    { key: "channel", content: channels, priority: 2 },
    {
      key: "filter",
      content: <SearchField value={search.text} onChange={(text) => onChange({ text })} />,
      minPx: FIELD_PX,
    },
    { key: "kinds", content: <MoreFilters search={search} onChange={onChange} />, priority: 4 },
  ];
}

/** The name of an identifier, or a range of them, can still be read in it. */
export const FIELD_PX = 140;

function MoreFilters({ search, onChange }: Omit<FilterProps, "device">) {
  const t = useText();
  const isMore = search.direction !== "" || search.type !== "";
  return (
    <Popover
      label={t("frames.filter.more")}
      trigger={(props) => (
        <IconButton {...props} icon={ListFilter} edge label={t("frames.filter.more")} aria-pressed={isMore} />
      )}
    >
      <div className={styles.moreFilters}>
        <Field label={t("frames.column.direction")}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "", label: t("frames.filter.anyDirection") },
                ...FRAME_DIRECTIONS.map((value) => ({ value, label: t(`frames.filter.${value}`) })),
              ]}
              value={search.direction}
              onChange={(direction) => onChange({ direction })}
            />
          )}
        </Field>
        <Field label={t("frames.column.kind")}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "", label: t("frames.filter.anyType") },
                ...FRAME_TYPES.map((value) => ({ value, label: t(`frames.filter.${value}`) })),
              ]}
              value={search.type}
              onChange={(type) => onChange({ type })}
            />
          )}
        </Field>
      </div>
    </Popover>
  );
}
