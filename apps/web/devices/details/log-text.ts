import { EVENT_LEVELS } from "@canopy/contract/device-link/events";
import { COMMAND_STATES, type CommandState, MAX_COMMAND_TIMEOUT_MS } from "@canopy/contract/devices/commands";
import { CONFIG_STATES } from "@canopy/contract/devices/configuration";
import type { LogEntry } from "@canopy/contract/devices/device-log";
import { recallText } from "@canopy/contract/devices/recall-codes";
import { SD_STATES } from "@canopy/contract/devices/rules";
import { codeText } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import type { TextKey, Translate } from "../../platform/i18n.ts";
import { languageStore } from "../../platform/language.ts";
import { formatDuration, formatTime, viewerZone } from "../../platform/time-formats.ts";
import "../config/config-texts.ts";
import { eventText } from "./event-text.ts";
import { flashedText, flashKeyText } from "./flash-log-text.ts";
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
  if (kind === "config") return configText(content, t);
  if (kind === "key") return keyText(content, t);
  if (kind === "event") return toldText(content, t);
  return inWords(content).join(PART);
}

const PART = " · ";

/** What the terminal told, as it told it. */
const inWords = (content: LogEntry["content"]) =>
  Object.entries(content).map(([key, value]) => `${key} ${plain(value)}`);

/** DEV-04: of a version of the configuration, what became of it. */
function configText({ version, result, problem }: LogEntry["content"], t: Translate): string {
  const state = CONFIG_STATES.find((known) => known === result);
  const parts = [
    t("devices.log.configVersion", { version: String(version) }),
    state ? t(`devices.config.state.${state}`) : String(result ?? ""),
  ];
  if (typeof problem === "string") parts.push(codeText(problem) ?? problem);
  return parts.join(PART);
}

function keyText({ swapped, to, transferred }: LogEntry["content"], t: Translate): string {
  if (typeof swapped === "string") return t("devices.log.swapped", { from: swapped, to: String(to) });
  if (typeof transferred === "string") return t("devices.log.transferred", { device: transferred });
  return t("devices.log.newKey");
}

function toldText({ kind, level, ...told }: LogEntry["content"], t: Translate): string {
  const known = EVENT_LEVELS.find((one) => one === level);
  const parts = [known ? t(`devices.log.level.${known}`) : "", kind === undefined ? "" : eventText(String(kind), t)];
  return [...parts.filter(Boolean), ...inWords(told)].join(PART);
}

/** UDS-01: who began and why it ended. UDS-04: what an upgrade asked for and how it ended. */
function diagnosisText(content: LogEntry["content"], t: Translate): string {
  const { action, reason } = content;
  if (action === "opened") return t("devices.log.diagnosisOpened");
  if (action === "flashKey") return flashKeyText(content, t);
  if (action === "flashed") return flashedText(content, t);
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
  const parts = [methodText(String(content.method ?? "")), ...objectsOf(content)];
  const items = itemResults(content.results);
  if (items) parts.push(t("devices.log.items", items));
  const isRecall = content.method === "files.upload";
  // Without a result there was no answer yet; past the deadline the sender would have written one.
  const waits = MAX_COMMAND_TIMEOUT_MS + itemsMs(content.items) + WRITING_MS;
  const unanswered = nowMs - time < waits ? "sending" : "lost";
  if (content.result === "cancelled") parts.push(t("devices.log.cancelled"));
  // A recall waits for its device, and its end is always written.
  else if (isRecall && content.result === undefined) parts.push(t("devices.commands.state.sending"));
  else parts.push(t(`devices.commands.state.${stateOf(content.result ?? unanswered)}`));
  if (typeof content.code === "string") parts.push(isRecall ? recallEnd(content.code) : content.code);
  if (typeof content.end_time === "number") parts.push(endText(content, content.end_time, t));
  return parts.filter(Boolean).join(" · ");
}

/** What it was about: the file of a recall, the version of firmware, the ECU and its package. */
function objectsOf({ method, name, version, ecu, package: image }: LogEntry["content"]): string[] {
  if (method === "frames.send") return [];
  return [name, version, ecu, image].filter((one) => typeof one === "string");
}

const recallEnd = (code: string): string => recallText(code, languageStore.get()) ?? code;

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
