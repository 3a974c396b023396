import { SD_STATES } from "@canopy/contract/devices/rules";
import { eventText } from "../../devices/details/event-text.ts";
import { methodText } from "../../devices/details/use-device-command.ts";
import type { Translate } from "../../platform/i18n.ts";
import "../../devices/details/manage-texts.ts";
import type { Mark } from "./time-bar-data.ts";
import "./time-bar-texts.ts";

/** A mark in words: "command · Send frames", "Memory card · recording", "urgent alarm · Cell too hot". */
export function markText({ kind, name, from, reason }: Mark, t: Translate): string {
  if (from === "sd") {
    const state = SD_STATES.find((known) => known === name);
    return join(t("devices.log.kind.sd"), state ? t(`devices.manage.sd.${state}`) : name);
  }
  if (from === "firmware") return join(t("devices.log.kind.firmware"), name);
  if (from === "reboot") return t("devices.log.kind.reboot");
  if (kind === "diagnosis") return t(name === "opened" ? "devices.log.diagnosisOpened" : "devices.log.diagnosisEnded");
  const what = t(`frames.mark.${kind}`);
  if (from === "config" || kind === "recall" || kind === "data") return what;
  if (reason && kind !== "fence") return join(what, join(t(`frames.fence.${reason}`), name));
  if (reason) return join(t(`frames.fence.${reason}`), name);
  if (from === "command") return join(what, methodText(name));
  return join(what, from === "event" ? eventText(name, t) : name);
}

const join = (what: string, which: string) => `${what} · ${which}`;
