import { FLASH_CAUSES } from "@canopy/can/uds/flash/flash-state";
import type { LogEntry } from "@canopy/contract/devices/device-log";
import { flashFailureText } from "@canopy/contract/devices/flash-texts";
import { codeText } from "../../platform/error-texts.ts";
import type { Translate } from "../../platform/i18n.ts";
import { languageStore } from "../../platform/language.ts";
import "./manage-texts.ts";

const PART = " · ";

/** UDS-04: the key of a security level, which the unlock script gave or not. */
export function flashKeyText({ level, result, problem }: LogEntry["content"], t: Translate): string {
  const asked = t("devices.log.flashKey", { level: String(level) });
  if (problem === "noScript") return asked + PART + t("devices.log.noScript");
  if (typeof problem === "string") return asked + PART + (codeText(problem) ?? problem);
  return asked + PART + t(result === "done" ? "devices.log.keyGiven" : "devices.log.keyNotGiven");
}

const OUTCOMES = ["new", "old", "boot"] as const;

export function flashedText({ outcome, cause }: LogEntry["content"], t: Translate): string {
  const known = OUTCOMES.find((one) => one === outcome);
  const parts = [t("devices.log.flashed"), t(`devices.log.flashed.${known ?? "unread"}`)];
  const why = FLASH_CAUSES.find((one) => one === cause);
  // Which negative response it was stands with the run.
  if (why === "negative") parts.push(t("devices.log.flashRefused"));
  else if (why) {
    const failure = { phase: "failure" as const, cause: why, code: null, denials: [] };
    parts.push(flashFailureText({ failure, code: null }, languageStore.get()).cause);
  }
  return parts.join(PART);
}
