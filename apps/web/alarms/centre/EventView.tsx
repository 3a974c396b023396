import { type AlarmEvent, assignAlarmEvents, changeAlarmEvents, noteAlarmEvent } from "@canopy/contract/alarms/events";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import {
  BellOff,
  ChartSpline,
  Check,
  ChevronDown,
  ClipboardList,
  CloudDownload,
  Download,
  Ellipsis,
  Link2,
  List,
  Printer,
  RotateCcw,
  Route,
  UserPlus,
  X,
} from "lucide-react";
import { useState } from "react";
import { callDenied, isManager } from "../../accounts/permissions.ts";
import { deviceQuery } from "../../devices/device-query.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { eventQuery } from "../alarm-queries.ts";
import { muteDenied } from "../rules/rule-rights.ts";
import { AssignMenu } from "./AssignMenu.tsx";
import styles from "./centre.module.css";
import { EventFacts } from "./EventFacts.tsx";
import { EvidencePart } from "./EvidencePart.tsx";
import type { EventWays } from "./event-ways.ts";
import { MuteDialog } from "./MuteDialog.tsx";
import { StoryPart } from "./StoryPart.tsx";
import { ToldPart } from "./ToldPart.tsx";
import { useEventChanges } from "./use-event-changes.ts";
import "../texts.ts";

interface EventViewProps {
  event: AlarmEvent;
  ways: EventWays;
  /** Asks before the event is closed. */
  onClose(event: AlarmEvent): void;
  isWriting: boolean;
  onWriting(on: boolean): void;
}

/** TRG-05: one event with its proof, those who were told, and what was done about it. */
export function EventView({ event, ways, onClose, isWriting, onWriting }: EventViewProps) {
  const query = useQuery(eventQuery(event.event_id));
  const { addNote: note } = useEventChanges();
  const details = query.data;
  return (
    <div className={styles.view}>
      <EventFacts event={details ?? event} onDevice={() => ways.onDevice(event)} />
      <EventButtons event={details ?? event} ways={ways} onClose={() => onClose(event)} />
      {ways.orders(event)}
      <EvidencePart event={details ?? event} stored={details} />
      <WayButtons event={event} ways={ways} />
      {details ? (
        <div className={styles.pair}>
          <ToldPart event={details} told={details.told} />
          <StoryPart
            event={details}
            notes={details.notes}
            denied={callDenied(noteAlarmEvent)}
            onNote={(content) => note(event.event_id, content)}
            isWriting={isWriting}
            onWriting={onWriting}
          />
        </div>
      ) : (
        <Loading query={query} />
      )}
    </div>
  );
}

function Loading({ query }: { query: { error: Error | null; refetch(): unknown } }) {
  const t = useText();
  if (!query.error) return <Skeleton rows={4} columns={2} />;
  const retry = () => void query.refetch();
  return <FailedState title={t("alarms.centre.failed")} trouble={troubleOf(query.error)} onRetry={retry} />;
}

interface ButtonsProps {
  event: AlarmEvent;
  ways: EventWays;
  onClose(): void;
}

function EventButtons({ event, ways, onClose }: ButtonsProps) {
  const t = useText();
  const { setState, assign, isBusy } = useEventChanges();
  const [isMuting, setMuting] = useState(false);
  const { things_id } = event;
  const device = useQuery({ ...deviceQuery(things_id), enabled: !isManager(), refetchInterval: false }).data;
  const denied = callDenied(changeAlarmEvents);
  const ids = [event.event_id];
  return (
    <div className={styles.buttons}>
      {event.state === "new" && (
        <Button
          kind="main"
          className={styles.acknowledge}
          icon={Check}
          busy={isBusy}
          denied={denied}
          aria-keyshortcuts="A"
          onClick={() => setState(ids, "acknowledged")}
        >
          {t("alarms.events.acknowledge")} <kbd className={styles.key}>A</kbd>
        </Button>
      )}
      {event.state === "closed" ? (
        <Button icon={RotateCcw} denied={denied} onClick={() => setState(ids, "new")}>
          {t("alarms.events.reopen")}
        </Button>
      ) : (
        <AssignMenu
          chosen={event.assignee}
          onAssign={(name) => assign(ids, name)}
          trigger={(props) => (
            <Button icon={UserPlus} denied={callDenied(assignAlarmEvents)} {...props}>
              {t("alarms.centre.assign")}
              <Icon of={ChevronDown} size={14} />
            </Button>
          )}
        />
      )}
      <Button icon={ClipboardList} denied={ways.orderDenied} aria-keyshortcuts="W" onClick={() => ways.onOrder(event)}>
        {t("alarms.centre.order")}
      </Button>
      <Button
        icon={BellOff}
        denied={muteDenied({ kind: "device", id: things_id }, device)}
        onClick={() => setMuting(true)}
      >
        {t("alarms.centre.mute")}
      </Button>
      <Menu
        label={t("alarms.events.more", { name: event.rule_name })}
        trigger={(props) => (
          <IconButton icon={Ellipsis} label={t("alarms.events.more", { name: event.rule_name })} {...props} />
        )}
        items={[
          ...(event.state === "closed"
            ? []
            : [{ key: "close", icon: X, label: t("alarms.events.close"), denied, onSelect: onClose }]),
          {
            key: "link",
            icon: Link2,
            label: t("alarms.centre.copyLink"),
            onSelect: () =>
              void copyLink(ways.addressOf(event), { done: t("alarms.centre.copied"), failed: t("ui.copy.failed") }),
          },
          { key: "print", icon: Printer, label: t("alarms.centre.print"), onSelect: () => window.print() },
        ]}
      />
      <span className={styles.taken}>
        {event.assignee ?? t("alarms.centre.nobody")}
        <Chip tone={event.state === "new" ? "ordinary" : "neutral"}>{t(`alarms.events.${event.state}`)}</Chip>
      </span>
      {isMuting && <MuteDialog event={event} onClose={() => setMuting(false)} />}
    </div>
  );
}

/** A page that came over plain HTTP has no clipboard. */
async function copyLink(address: string, { done, failed }: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href);
    addNote({ tone: "done", text: done });
  } catch {
    addNote({ tone: "ordinary", text: failed });
  }
}

function WayButtons({ event, ways }: { event: AlarmEvent; ways: EventWays }) {
  const t = useText();
  const isOnFence = dataOf(event.conditions) === "fence";
  return (
    <div className={styles.buttons}>
      <Button icon={List} onClick={() => ways.onFrames(event)}>
        {t("alarms.centre.frames")}
      </Button>
      <Button icon={isOnFence ? Route : ChartSpline} onClick={() => ways.onCurve(event)}>
        {t(isOnFence ? "alarms.centre.track" : "alarms.centre.curve")}
      </Button>
      <Button icon={Download} onClick={() => ways.onDownload(event)}>
        {t("alarms.centre.download")}
      </Button>
      <Button icon={CloudDownload} onClick={() => ways.onRecall(event)}>
        {t("alarms.centre.recall")}
      </Button>
    </div>
  );
}
