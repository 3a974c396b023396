import type { LogEntry } from "@canopy/contract/devices/device-log";
import { SD_STATES } from "@canopy/contract/devices/rules";
import type { Translate } from "../platform/i18n.ts";
import "./manage-texts.ts";
import { methodText } from "./use-device-command.ts";

/** What an entry says, in one line. What has no words of its own is shown as it was written. */
export function logText({ kind, content }: Pick<LogEntry, "kind" | "content">, t: Translate): string {
  if (kind === "sd") {
    const state = SD_STATES.find((known) => known === content.to);
    return state ? t(`devices.manage.sd.${state}`) : String(content.to ?? "");
  }
  if (kind === "firmware") return String(content.to ?? "");
  if (kind === "command") return commandText(content, t);
  const words = Object.entries(content).map(([key, value]) => `${key} ${plain(value)}`);
  return words.join(" · ");
}

function commandText(content: LogEntry["content"], t: Translate): string {
  const parts = [methodText(String(content.method ?? ""))];
  const results = itemResults(content.items ?? Reflect.get(Object(content.result), "items"));
  if (results) parts.push(t("devices.log.items", results));
  if (typeof content.state === "string") parts.push(t(`devices.commands.state.${stateOf(content.state)}`));
  if (typeof content.error_code === "string") parts.push(content.error_code);
  return parts.filter(Boolean).join(" · ");
}

/** One entry per command list: how many of its items the device did. */
function itemResults(items: unknown): { ok: number; all: number } | undefined {
  if (!Array.isArray(items) || items.length === 0) return undefined;
  const ok = items.filter((item) => {
    const told = Reflect.get(Object(item), "ok") ?? Reflect.get(Object(item), "result");
    return told === true || told === "ok";
  });
  return { ok: ok.length, all: items.length };
}

const STATES = ["sending", "done", "failed", "offline", "timeout", "lost"] as const;

function stateOf(text: string): (typeof STATES)[number] {
  return STATES.find((state) => state === text) ?? "lost";
}

function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
