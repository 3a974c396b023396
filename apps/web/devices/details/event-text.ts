import type { Translate } from "../../platform/i18n.ts";
import "./manage-texts.ts";

/** Kinds of events that the device protocol names; others are the terminal's own words. */
const KNOWN_EVENTS = ["reboot", "card", "power"] as const;
/** Of terminals that name no kind: `device.` and the level. */
const UNNAMED = /^device\.[a-z]+$/;

export function eventText(kind: string, t: Translate): string {
  if (UNNAMED.test(kind)) return t("devices.log.event.device");
  const known = KNOWN_EVENTS.find((one) => one === kind);
  return known ? t(`devices.log.event.${known}`) : kind;
}
