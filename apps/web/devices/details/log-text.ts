import { COMMAND_STATES, type CommandState, MAX_COMMAND_TIMEOUT_MS } from "@canopy/contract/devices/commands";
import type { LogEntry } from "@canopy/contract/devices/device-log";
import { SD_STATES } from "@canopy/contract/devices/rules";
import { formatNumber } from "../../platform/formats.ts";
import type { TextKey, Translate } from "../../platform/i18n.ts";
import { formatDuration, formatTime, viewerZone } from "../../platform/time-formats.ts";
import "./manage-texts.ts";
import { methodText } from "./use-device-command.ts";

/** The text of an entry, in one line. A kind without a text is shown as it was written. */
export function logText(entry: Pick<LogEntry, "kind" | "content" | "time">, t: Translate, nowMs: number): string {
  const { kind, content } = entry;
  if (kind === "sd") {
    const state = SD_STATES.find((known) => known === content.to);
    return state ? t(`devices.manage.sd.${state}`) : String(content.to ?? "");
  }
  if (kind === "firmware") return String(content.to ?? "");
  if (kind === "data") return dataText(content, t);
  if (kind === "command") return commandText(entry, t, nowMs);
  if (kind === "diagnosis") return diagnosisText(content, t);
  const words = Object.entries(content).map(([key, value]) => `${key} ${plain(value)}`);
  return words.join(" · ");
}

/** UDS-01: who began and why it ended. */
function diagnosisText({ action, reason }: LogEntry["content"], t: Translate): string {
  if (action === "opened") return t("devices.log.diagnosisOpened");
  if (reason === "gone") return t("devices.log.diagnosisGone");
  return t(reason === "offline" ? "devices.log.diagnosisOffline" : "devices.log.diagnosisEnded");
}

/** DAT-07: a log that was imported; DAT-08: the release of frames with a wrong clock. */
function dataText({ action, frames, name, shift_ms: shiftMs }: LogEntry["content"], t: Translate): string {
  const values = { frames: formatNumber(Number(frames)) };
  if (action === "import") return t("devices.log.imported", { ...values, name: String(name) });
  if (action === "delete") return t("devices.log.quarantineDeleted", values);
  if (typeof shiftMs !== "number") return t("devices.log.takenOverOnArrival", values);
  const size = formatDuration(Math.abs(shiftMs), t);
  return t("devices.log.takenOver", { ...values, shift: `${shiftMs < 0 ? "−" : "+"}${size}` });
}

/** The server's time limit for the result of a command (`command-store.ts`). */
const WRITING_MS = 30_000;

/** As `send-command.ts` of the server writes it: `result` is the state of the command, `results` of each of its items. */
function commandText({ content, time }: Pick<LogEntry, "content" | "time">, t: Translate, nowMs: number): string {
  const parts = [methodText(String(content.method ?? ""))];
  const items = itemResults(content.results);
  if (items) parts.push(t("devices.log.items", items));
  // Without a result there was no answer yet; past the deadline the sender would have written one.
  const waits = MAX_COMMAND_TIMEOUT_MS + itemsMs(content.items) + WRITING_MS;
  const unanswered = nowMs - time < waits ? "sending" : "lost";
  parts.push(t(`devices.commands.state.${stateOf(content.result ?? unanswered)}`));
  if (typeof content.code === "string") parts.push(content.code);
  if (typeof content.end_time === "number") parts.push(endText(content, content.end_time, t));
  return parts.filter(Boolean).join(" · ");
}

const ENDS: Readonly<Record<string, TextKey>> = {
  offline: "devices.log.sendingCut",
  gone: "devices.log.sendingGone",
};

/** DEV-06: how a list that went on after its answer, or its call, ended; a terminal that does not count leaves that open. */
function endText({ sent, end }: LogEntry["content"], endMs: number, t: Translate): string {
  const time = formatTime(endMs, viewerZone());
  const words = t(ENDS[String(end)] ?? "devices.log.sendingEnded", { time });
  return typeof sent === "number" ? `${words} · ${t("devices.log.sent", { count: formatNumber(sent) })}` : words;
}

/** A list is answered when it has gone out once. */
function itemsMs(items: unknown): number {
  if (!Array.isArray(items)) return 0;
  return items.reduce((sum: number, item) => sum + (Number(Reflect.get(Object(item), "delay_ms")) || 0), 0);
}

/** One entry per command list: how many of its items the device did. */
function itemResults(results: unknown): { ok: number; all: number } | undefined {
  if (!Array.isArray(results) || results.length === 0) return undefined;
  return { ok: results.filter((item) => Reflect.get(Object(item), "ok") === true).length, all: results.length };
}

function stateOf(told: unknown): CommandState {
  return COMMAND_STATES.find((state) => state === told) ?? "lost";
}

function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
