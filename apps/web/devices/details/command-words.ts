import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { type CommandMethod, commandParams } from "@canopy/contract/devices/commands";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import "./manage-texts.ts";

/** DEV-06: what a command was to do, in words; of others than sending as it was written. */
export function commandWords(method: string, params: Readonly<Record<string, unknown>>, t: Translate): string {
  if (method === ("frames.send" satisfies CommandMethod)) {
    const plan = commandParams["frames.send"].safeParse(params).data;
    if (plan) return sendWords(plan, t);
  }
  if (method === ("frames.stop" satisfies CommandMethod))
    return t(params.job === undefined ? "devices.commands.stopAll" : "devices.commands.stopOne");
  const text = JSON.stringify(params);
  return text === "{}" ? "" : text;
}

interface Plan {
  readonly frames: readonly SentFrame[];
  readonly repeat: number;
  readonly period_ms: number;
}

function sendWords({ frames, repeat, period_ms }: Plan, t: Translate): string {
  const [first] = frames;
  const id = first ? frameWords(first, repeat === 1 ? SHOWN_BYTES.once : SHOWN_BYTES.again) : "";
  const what = frames.length === 1 ? id : t("devices.commands.framesMore", { id, count: frames.length - 1 });
  if (repeat === 1) return t("devices.commands.framesOnce", { what });
  const ms = formatNumber(period_ms);
  if (repeat === 0) return t("devices.commands.framesUntil", { what, ms });
  return t("devices.commands.framesTimes", { what, ms, times: formatNumber(repeat) });
}

/** More would push the pace out of its column; all of them are in the drawer. */
const SHOWN_BYTES = { once: 8, again: 3 };

/** `0x7DF [3] 02 01 0C`, of a remote frame `0x7DF RTR 8`. */
function frameWords({ id, extended, remote, data, length }: SentFrame, most: number): string {
  const digits = id.toString(16).toUpperCase();
  const name = `0x${digits.padStart(extended ? 8 : 3, "0")}`;
  if (remote) return `${name} RTR ${length ?? 0}`;
  const bytes = data.toUpperCase().match(/../g) ?? [];
  const shown = bytes.slice(0, most).join(" ");
  return `${name} [${bytes.length}] ${shown}${bytes.length > most ? " …" : ""}`.trimEnd();
}
