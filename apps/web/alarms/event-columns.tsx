import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { useMemo } from "react";
import { useText } from "../platform/i18n.ts";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { LevelMark } from "../ui/marks/LevelMark.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./centre/centre.module.css";
import { lastedText } from "./centre/event-words.ts";
import { peakText, valueNames } from "./event-peak.ts";
import { eventPlace } from "./rule-words.ts";
import { useSignalNames } from "./use-condition-signal.ts";

interface EventColumnsAsked {
  /** Also which device it is, for lists over the fleet. */
  readonly device: boolean;
  /** The shown events: units and state names of their signals are looked up. */
  readonly events: readonly AlarmEvent[];
}

export function useEventColumns({ device, events }: EventColumnsAsked): readonly Column<AlarmEvent>[] {
  const t = useText();
  const namesOf = useSignalNames(useMemo(() => events.flatMap(({ conditions }) => conditions), [events]));
  return [
    {
      key: "rule",
      title: t(device ? "alarms.centre.ruleAndDevice" : "alarms.events.rule"),
      sortable: true,
      always: true,
      card: "title",
      cell: (event) => <RuleCell event={event} device={device} />,
    },
    {
      key: "start",
      title: t("alarms.events.start"),
      sortable: true,
      always: true,
      cell: ({ start_time, things_id }) => <TimeText at={start_time} of={things_id} precision="second" />,
    },
    {
      key: "peak",
      title: t("alarms.events.peak"),
      sortable: true,
      align: "end",
      cell: (event) => peakText(event, valueNames(event.conditions, namesOf)),
    },
    {
      key: "lasted",
      title: t("alarms.events.lasted"),
      sortable: true,
      align: "end",
      cell: (event) => (
        <span className={event.end_time === null ? styles.running : undefined}>{lastedText(event)}</span>
      ),
    },
    {
      key: "state",
      title: t("alarms.events.who"),
      sortable: true,
      always: true,
      card: "aside",
      cell: (event) => <StateCell event={event} />,
    },
    {
      key: "told",
      title: t("alarms.events.told"),
      align: "end",
      extra: device,
      cell: ({ sent, held }) => `${sent} / ${held}`,
    },
  ];
}

function RuleCell({ event, device }: { event: AlarmEvent; device: boolean }) {
  const { level, rule_name, device_name, state } = event;
  return (
    <span className={styles.rule} data-state={state}>
      <LevelMark level={level} compact />
      <span>
        <bdi className={styles.name}>{[rule_name, eventPlace(event)].filter(Boolean).join(" · ")}</bdi>
        {device && <bdi className={styles.second}>{device_name}</bdi>}
      </span>
    </span>
  );
}

function StateCell({ event: { assignee, state, is_late, is_muted, is_refused } }: { event: AlarmEvent }) {
  const t = useText();
  return (
    <span className={styles.state}>
      {assignee && <bdi>{assignee}</bdi>}
      <span>
        <Chip tone={state === "new" ? "ordinary" : "neutral"}>{t(`alarms.events.${state}`)}</Chip>
        {is_late && <Chip>{t("alarms.events.late")}</Chip>}
        {is_muted && <Chip>{t("alarms.events.muted")}</Chip>}
        {is_refused && <Chip tone="ordinary">{t("alarms.events.refused")}</Chip>}
      </span>
    </span>
  );
}
