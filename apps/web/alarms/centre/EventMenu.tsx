import { type AlarmEvent, changeAlarmEvents } from "@canopy/contract/alarms/events";
import { Check, Ellipsis, RotateCcw, X } from "lucide-react";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { EventWays } from "./event-ways.ts";
import { useEventChanges } from "./use-event-changes.ts";
import "../texts.ts";

interface EventMenuProps {
  event: AlarmEvent;
  ways: EventWays;
  onCloseEvents(ids: readonly string[]): void;
}

export function EventMenu({ event, ways, onCloseEvents }: EventMenuProps) {
  const t = useText();
  const { setState } = useEventChanges();
  const denied = callDenied(changeAlarmEvents);
  const label = t("alarms.events.more", { name: event.rule_name });
  const ids = [event.event_id];
  const acknowledge = {
    key: "acknowledge",
    icon: Check,
    label: t("alarms.events.acknowledge"),
    denied,
    onSelect: () => setState(ids, "acknowledged"),
  };
  const close = { key: "close", icon: X, label: t("alarms.events.close"), denied, onSelect: () => onCloseEvents(ids) };
  const reopen = {
    key: "reopen",
    icon: RotateCcw,
    label: t("alarms.events.reopen"),
    denied,
    onSelect: () => setState(ids, "new"),
  };
  return (
    <Menu
      label={label}
      trigger={(button) => <IconButton icon={Ellipsis} label={label} {...button} />}
      items={[
        { key: "curve", label: t("alarms.events.curve"), onSelect: () => ways.onCurve(event) },
        ...(event.state === "new" ? [acknowledge] : []),
        event.state === "closed" ? reopen : close,
      ]}
    />
  );
}
