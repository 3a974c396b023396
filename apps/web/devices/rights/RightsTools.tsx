import { RIGHT_LEVELS, type RightLevel } from "@canopy/contract/devices/rights";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import type { RightFilter } from "./staged.ts";

interface RightsToolsProps {
  filter: RightFilter;
  labels: readonly { id: string; name: string }[];
  total: number;
  onFilter(filter: RightFilter): void;
  /** A level for all that the filter finds. */
  onAll(level: RightLevel): void;
}

export function RightsTools({ filter, labels, total, onFilter, onAll }: RightsToolsProps) {
  const t = useText();
  const levels = RIGHT_LEVELS.map((level) => ({ value: level, label: t(`devices.rights.level.${level}`) }));
  const all = `${t("devices.rights.setAll", { count: formatNumber(total) })} …`;
  return (
    <Toolbar
      label={t("devices.rights.list")}
      items={[
        {
          key: "keyword",
          minPx: 120,
          content: (
            <SearchInput
              label={t("devices.rights.keyword")}
              value={filter.keyword}
              onChange={(keyword) => onFilter({ ...filter, keyword })}
            />
          ),
        },
        {
          key: "label",
          priority: 2,
          content: (
            <Select
              aria-label={t("devices.rights.label")}
              options={[
                { value: "", label: t("devices.rights.anyLabel") },
                ...labels.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={filter.label_id}
              onChange={(label_id) => onFilter({ ...filter, label_id })}
            />
          ),
        },
        {
          key: "level",
          priority: 3,
          content: (
            <Select
              aria-label={t("devices.rights.level")}
              options={[{ value: "", label: t("devices.rights.anyLevel") }, ...levels]}
              value={filter.level}
              onChange={(level) => onFilter({ ...filter, level })}
            />
          ),
        },
        {
          key: "all",
          priority: 1,
          atEnd: true,
          sign: total,
          content: total > 0 && (
            <Select<RightLevel | "">
              aria-label={all}
              options={[{ value: "", label: all }, ...levels]}
              value=""
              onChange={(level) => level && onAll(level)}
            />
          ),
        },
      ]}
    />
  );
}
