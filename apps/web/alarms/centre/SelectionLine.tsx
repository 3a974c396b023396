import { type AlarmEvent, assignAlarmEvents, changeAlarmEvents } from "@canopy/contract/alarms/events";
import { Check, UserPlus, X } from "lucide-react";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { AssignMenu } from "./AssignMenu.tsx";
import styles from "./centre.module.css";
import { useEventChanges } from "./use-event-changes.ts";
import "../texts.ts";

interface SelectionLineProps {
  events: readonly AlarmEvent[];
  chosen: ReadonlySet<string>;
  onClear(): void;
  onCloseEvents(ids: readonly string[]): void;
}

/** What can be done with several events at once. */
export function SelectionLine({ events, chosen, onClear, onCloseEvents }: SelectionLineProps) {
  const t = useText();
  const { setState, assign } = useEventChanges();
  const ticked = events.filter(({ event_id }) => chosen.has(event_id));
  const idsOf = (isMeant: (event: AlarmEvent) => boolean) => ticked.filter(isMeant).map(({ event_id }) => event_id);
  const [fresh, open] = [idsOf(({ state }) => state === "new"), idsOf(({ state }) => state !== "closed")];
  const denied = callDenied(changeAlarmEvents);
  const none = (ids: readonly string[]) => (ids.length === 0 ? t("alarms.centre.noneOpen") : undefined);
  return (
    <section className={styles.selection} aria-label={t("ui.list.selected", { n: chosen.size })}>
      <strong>{t("ui.list.selected", { n: chosen.size })}</strong>
      <Button icon={Check} denied={denied ?? none(fresh)} onClick={() => setState(fresh, "acknowledged")}>
        {t("alarms.events.acknowledge")}
      </Button>
      <AssignMenu
        onAssign={(name) => assign(open, name)}
        trigger={(props) => (
          <Button icon={UserPlus} denied={callDenied(assignAlarmEvents) ?? none(open)} {...props}>
            {t("alarms.centre.assign")}
          </Button>
        )}
      />
      <Button icon={X} denied={denied ?? none(open)} onClick={() => onCloseEvents(open)}>
        {t("alarms.events.close")}
      </Button>
      <Button kind="link" onClick={onClear}>
        {t("ui.list.clearSelection")}
      </Button>
    </section>
  );
}
