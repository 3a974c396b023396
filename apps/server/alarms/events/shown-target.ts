import type { ActionKind } from "@canopy/contract/alarms/action-kinds";

const KEPT_START = 3;
const KEPT_END = 4;

/** A recipient as everyone with the event may see it: no whole number, no secret of a webhook, no parameters. */
export function shownTarget(kind: ActionKind, target: string): string {
  if (kind === "email") return target;
  if (kind === "sms" || kind === "voice")
    return target.length > KEPT_START + KEPT_END
      ? `${target.slice(0, KEPT_START)}••••${target.slice(-KEPT_END)}`
      : "••••";
  if (kind === "command") return methodOf(target);
  return URL.canParse(target) ? new URL(target).host : "";
}

function methodOf(json: string): string {
  try {
    const command: unknown = JSON.parse(json);
    return typeof command === "object" && command !== null && "method" in command ? String(command.method) : "";
  } catch {
    return "";
  }
}
