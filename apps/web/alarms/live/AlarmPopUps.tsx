import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { openEventsQuery } from "../alarm-queries.ts";
import { useEventChanges } from "../centre/use-event-changes.ts";
import { peakText, valueNames } from "../event-peak.ts";
import { ring, soundSwitch } from "./alarm-sound.ts";
import styles from "./live.module.css";
import { MOST_SHOWN, NO_POP_UPS, type PopUps, withAnswer, without, withoutOld } from "./pop-ups.ts";
import "./live-texts.ts";

interface AlarmPopUpsProps {
  userId: string;
  /** The page shows the alarms itself: they only ring. */
  isQuiet: boolean;
  onOpen(event: AlarmEvent): void;
  onMore(): void;
}

/** TRG-05: alarms that come while one works, at the top right of every page. */
export function AlarmPopUps({ userId, isQuiet, onOpen, onMore }: AlarmPopUpsProps) {
  const t = useText();
  const { popUps, setPopUps, isReady } = usePopUps(userId);
  const { setState } = useEventChanges();
  const shown = popUps.list.slice(0, MOST_SHOWN);
  const more = popUps.list.length - shown.length;
  const drop = (event: AlarmEvent) => setPopUps((old) => without(old, event.event_id));
  return (
    <section className={styles.stack} aria-label={t("alarms.live.region")} aria-live="assertive" aria-busy={!isReady}>
      {!isQuiet &&
        shown.map(({ event }) => (
          <PopUpCard
            key={event.event_id}
            event={event}
            onOpen={() => onOpen(event)}
            onAcknowledge={() => {
              setState([event.event_id], "acknowledged");
              drop(event);
            }}
            onClose={() => drop(event)}
          />
        ))}
      {!isQuiet && more > 0 && (
        <Button className={styles.more} onClick={onMore}>
          {t("alarms.live.more", { count: more })}
        </Button>
      )}
    </section>
  );
}

function usePopUps(userId: string) {
  const { data } = useQuery(openEventsQuery);
  const [popUps, draw] = useState(NO_POP_UPS);
  // Two answers may come before one is drawn: each one's new events ring.
  const newest = useRef(popUps);
  const setPopUps = useCallback((change: (old: PopUps) => PopUps): PopUps => {
    newest.current = change(newest.current);
    draw(newest.current);
    return newest.current;
  }, []);
  const list = data?.list;
  useEffect(() => {
    if (!list) return;
    const { fresh } = setPopUps((old) => withAnswer(old, list, Date.now()));
    const isUrgent = fresh.some(({ level }) => level === "urgent");
    if (fresh.length > 0 && soundSwitch(userId).get()) ring(isUrgent ? "urgent" : "ordinary");
  }, [list, userId, setPopUps]);
  const hasOrdinary = popUps.list.some(({ event }) => event.level !== "urgent");
  useEffect(() => {
    if (!hasOrdinary) return;
    const timer = setInterval(() => setPopUps((old) => withoutOld(old, Date.now())), 500);
    return () => clearInterval(timer);
  }, [hasOrdinary, setPopUps]);
  return { popUps, setPopUps, isReady: list !== undefined };
}

interface PopUpCardProps {
  event: AlarmEvent;
  onOpen(): void;
  onAcknowledge(): void;
  onClose(): void;
}

function PopUpCard({ event, onOpen, onAcknowledge, onClose }: PopUpCardProps) {
  const t = useText();
  const { level, rule_name, device_name } = event;
  return (
    <article className={styles.card} data-level={level} aria-label={`${rule_name} ${device_name}`}>
      <LevelMark level={level} compact />
      <button type="button" className={styles.open} onClick={onOpen}>
        <strong>{rule_name}</strong>
        <span>
          {device_name} · {peakText(event, valueNames(event.conditions))}
        </span>
      </button>
      <Button icon={Check} onClick={onAcknowledge}>
        {t("alarms.events.acknowledge")}
      </Button>
      {level !== "urgent" && <IconButton icon={X} label={t("ui.action.close")} onClick={onClose} />}
    </article>
  );
}
