import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { peakText, valueNames } from "../event-peak.ts";
import { conditionText, eventPlace } from "../rule-words.ts";
import { useSignalNames } from "../use-condition-signal.ts";
import styles from "./centre.module.css";
import { lastedText } from "./event-words.ts";
import "../texts.ts";

/** When, where, how far: the first line of an event. */
export function EventFacts({ event, onDevice }: { event: AlarmEvent; onDevice(): void }) {
  const t = useText();
  const place = eventPlace(event);
  const namesOf = useSignalNames(event.conditions);
  const names = valueNames(event.conditions, namesOf);
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t("alarms.centre.device")}>
          <Button kind="link" onClick={onDevice}>
            {event.device_name}
          </Button>
          {place && ` · ${place}`}
        </Fact>
        <Fact name={t("alarms.events.start")}>
          <TimeText at={event.start_time} of={event.things_id} precision="second" />
        </Fact>
        <Fact name={t("alarms.events.lasted")}>
          {lastedText(event)}
          {event.lost_time !== null && (
            <>
              {" "}
              {t("alarms.events.since")} <TimeText at={event.lost_time} of={event.things_id} precision="second" />
            </>
          )}
        </Fact>
        <Fact name={t("alarms.centre.value")}>{peakText({ value: event.value, peak: event.value }, names)}</Fact>
        <Fact name={t("alarms.events.peak")}>
          <strong>{peakText(event, names)}</strong>
        </Fact>
      </dl>
      <p className={styles.hint}>
        {event.conditions.map((one) => conditionText(one, namesOf)).join(" · ")}
        {event.is_late && <Chip>{t("alarms.events.late")}</Chip>}
        {event.is_muted && <Chip>{t("alarms.events.muted")}</Chip>}
        {event.is_refused && <Chip tone="ordinary">{t("alarms.events.refused")}</Chip>}
      </p>
      {event.description && <p className={styles.description}>{event.description}</p>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
