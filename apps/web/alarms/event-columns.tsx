import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { channelName } from "@canopy/contract/device-link/channels";
import { useText } from "../platform/i18n.ts";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { LevelMark } from "../ui/marks/LevelMark.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";

export function useEventColumns(): readonly Column<AlarmEvent>[] {
  const t = useText();
  return [
    {
      key: "level",
      title: t("alarms.events.level"),
      always: true,
      card: "aside",
      cell: ({ level }) => <LevelMark level={level} />,
    },
    {
      key: "start",
      title: t("alarms.events.start"),
      always: true,
      cell: ({ start_time }) => <TimeText at={start_time} precision="second" />,
    },
    {
      key: "rule",
      title: t("alarms.events.rule"),
      always: true,
      card: "title",
      cell: ({ rule_name, channel }) => (
        <bdi>
          {rule_name} · {channelName(channel)}
        </bdi>
      ),
    },
    { key: "peak", title: t("alarms.events.peak"), align: "end", cell: ({ peak }) => peak ?? "–" },
    { key: "lasted", title: t("alarms.events.lasted"), align: "end", cell: (event) => <Lasted event={event} /> },
    {
      key: "state",
      title: t("alarms.events.state"),
      cell: ({ state, is_late, is_muted }) => (
        <>
          <Chip tone={state === "new" ? "ordinary" : "neutral"}>{t(`alarms.events.${state}`)}</Chip>
          {is_late && <Chip>{t("alarms.events.late")}</Chip>}
          {is_muted && <Chip>{t("alarms.events.muted")}</Chip>}
        </>
      ),
    },
    { key: "told", title: t("alarms.events.told"), align: "end", cell: ({ sent, held }) => `${sent} / ${held}` },
    { key: "who", title: t("alarms.events.who"), cell: ({ assignee }) => assignee ?? "–" },
  ];
}

function Lasted({ event }: { event: AlarmEvent }) {
  const t = useText();
  if (event.lost_time !== null) return <>{t("alarms.events.lost")}</>;
  if (event.end_time === null) return <>{t("alarms.events.active")}</>;
  const seconds = Math.max(0, Math.round((event.end_time - event.start_time) / 1000));
  return (
    <>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </>
  );
}
