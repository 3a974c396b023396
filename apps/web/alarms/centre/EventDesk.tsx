import type { AlarmEvent, EventState } from "@canopy/contract/alarms/events";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Drawer } from "../../ui/float/Drawer.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { join } from "../../ui/join.ts";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { useFreeKey } from "../../ui/keys/use-free-key.ts";
import { rowsBeside } from "../../ui/list/rows-beside.ts";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { useNarrowerThan } from "../../ui/use-narrow.ts";
import { eventQuery } from "../alarm-queries.ts";
import styles from "./centre.module.css";
import { EventPane } from "./EventPane.tsx";
import { EventView } from "./EventView.tsx";
import type { EventWays } from "./event-ways.ts";
import { useEventChanges } from "./use-event-changes.ts";
import "../texts.ts";

/** Below this the event covers its list. */
const BESIDE_PX = 1200;

interface EventDeskProps {
  /** The rows that are shown, for the way from one to the next. */
  rows: readonly AlarmEvent[];
  /** The id of the open event, or empty. */
  opened: string;
  onOpen(eventId: string | undefined): void;
  ways: EventWays;
  /** The list. `onClose` asks before events are closed. */
  children(tools: { onClose(ids: readonly string[]): void }): ReactNode;
}

/** A list of events with one of them beside it; on a narrow window over it. */
export function EventDesk({ rows, opened, onOpen, ways, children }: EventDeskProps) {
  const t = useText();
  const [isWriting, setWriting] = useState(false);
  const [closing, setClosing] = useState<readonly string[]>([]);
  const { setState } = useEventChanges();
  const isOver = useNarrowerThan(BESIDE_PX);
  const inList = rows.find(({ event_id }) => event_id === opened);
  // A link may name an event of another page.
  const found = useQuery({ ...eventQuery(opened), enabled: opened !== "" && inList === undefined }).data;
  const event = inList ?? (found?.event_id === opened ? found : undefined);
  const [previous, next] = rowsBeside(rows, ({ event_id }) => event_id, opened);
  const go = (row: AlarmEvent | undefined) => {
    setWriting(false);
    if (row) onOpen(row.event_id);
  };
  const to = (state: EventState) => event && setState([event.event_id], state);
  const acts: Readonly<Record<string, () => void>> = {
    j: () => go(event ? next : rows[0]),
    k: () => go(event ? previous : rows.at(-1)),
    a: () => event?.state === "new" && to("acknowledged"),
    n: () => event && setWriting(true),
    w: () => event && !ways.orderDenied && ways.onOrder(event),
  };
  const press = (key: string) => {
    // Beside the list the page hears it.
    if (key === "Enter" && event) ways.onCurve(event);
    acts[key]?.();
    return key === "Enter" || key in acts;
  };
  useEventKeys(acts);
  useFreeKey("Enter", event && (() => ways.onCurve(event)));
  const view = event && (
    <EventView
      key={event.event_id}
      event={event}
      ways={ways}
      onClose={() => setClosing([event.event_id])}
      isWriting={isWriting}
      onWriting={setWriting}
    />
  );
  const common = {
    row: event?.event_id ?? "",
    onPrevious: previous && (() => go(previous)),
    onNext: next && (() => go(next)),
    onClose: () => onOpen(undefined),
  };
  return (
    <div className={join(styles.desk, event && !isOver && styles.beside)}>
      <div className={styles.list}>{children({ onClose: setClosing })}</div>
      {event && !isOver && (
        <EventPane title={<EventTitle event={event} />} name={event.rule_name} {...common}>
          {view}
        </EventPane>
      )}
      {event && isOver && (
        <Drawer title={<EventTitle event={event} />} wide onKey={press} {...common}>
          {view}
        </Drawer>
      )}
      <Confirm
        open={closing.length > 0}
        title={t("alarms.centre.closeTitle", { count: closing.length })}
        action={t("alarms.events.close")}
        onConfirm={() => {
          setState(closing, "closed", () => ways.onClosed(closing));
          setClosing([]);
        }}
        onClose={() => setClosing([])}
      >
        {t("alarms.centre.closeNote")}
      </Confirm>
    </div>
  );
}

function EventTitle({ event: { level, rule_name } }: { event: AlarmEvent }) {
  return (
    <span className={styles.title}>
      <LevelMark level={level} />
      <bdi>{rule_name}</bdi>
    </span>
  );
}

function useEventKeys(acts: Readonly<Record<string, () => void>>): void {
  const t = useText();
  const key = (binding: string, text: string) => ({
    keys: [[binding.toUpperCase()]],
    binding,
    text,
    onPress: () => acts[binding]?.(),
  });
  usePageKeys(t("alarms.events.title"), [
    key("j", t("alarms.keys.next")),
    key("k", t("alarms.keys.previous")),
    key("a", t("alarms.events.acknowledge")),
    key("n", t("alarms.centre.note")),
    key("w", t("alarms.centre.order")),
    { keys: [["Enter"]], text: t("alarms.events.curve") },
  ]);
}
