import { formatNumber } from "../../platform/formats.ts";
import type { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import type { ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import type { TrackAddress } from "./track-address.ts";
import type { PlacedAlarm, TrackAlarms } from "./track-alarms.ts";

interface Switched {
  readonly address: TrackAddress;
  readonly alarms: TrackAlarms | undefined;
  /** Of the alarms those with a position. */
  readonly placed: readonly PlacedAlarm[] | undefined;
  /** Why this person may not see them. */
  readonly fencesDenied: string | undefined;
  readonly alarmsDenied: string | undefined;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** What is drawn beside the line: stops, fences, alarms. */
export function trackSwitches(
  t: ReturnType<typeof useText>,
  { address, alarms, placed, fencesDenied, alarmsDenied, onSearch }: Switched,
): ToolbarItem[] {
  const count = placed && formatNumber(placed.length);
  return [
    {
      key: "stops",
      content: (
        <Checkbox checked={address.hasStops} onChange={(on) => onSearch({ stops: on ? undefined : "0" })}>
          {t("places.track.stops")}
        </Checkbox>
      ),
      priority: 4,
    },
    {
      key: "fences",
      content: (
        <Checkbox
          checked={address.hasFences && !fencesDenied}
          disabled={fencesDenied !== undefined}
          title={fencesDenied}
          onChange={(on) => onSearch({ fences: on ? undefined : "0" })}
        >
          {t("places.track.fences")}
        </Checkbox>
      ),
      priority: 6,
    },
    {
      key: "alarms",
      content: (
        <Checkbox
          checked={address.hasAlarms && !alarmsDenied}
          disabled={alarmsDenied !== undefined}
          title={alarmsDenied ?? (alarms && placed && alarmHint(t, alarms, placed))}
          onChange={(on) => onSearch({ alarms: on ? "1" : undefined })}
        >
          {count === undefined ? t("places.track.alarms") : t("places.track.alarmsOf", { count })}
        </Checkbox>
      ),
      sign: count ?? "",
      priority: 7,
    },
  ];
}

function alarmHint(
  t: ReturnType<typeof useText>,
  { list, total }: TrackAlarms,
  placed: readonly PlacedAlarm[],
): string {
  const lost = list.length - placed.length;
  return [
    t("places.track.alarmsOfRange", { total: formatNumber(total) }),
    ...(lost > 0 ? [t("places.track.alarmsLost", { count: formatNumber(lost) })] : []),
    ...(total > list.length ? [t("places.track.alarmsNewest", { count: formatNumber(list.length) })] : []),
  ].join(" · ");
}
