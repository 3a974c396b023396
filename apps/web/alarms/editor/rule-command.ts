import type { RuleCommand } from "@canopy/contract/alarms/rule-content";
import { type CommandMethod, commandParams } from "@canopy/contract/devices/commands";

/** Commands that make sense without a person who reads their answer. */
export const RULE_COMMANDS = [
  "record.start",
  "record.stop",
  "frames.send",
  "frames.stop",
  "uds.request",
  "time.sync",
  "device.reboot",
] as const satisfies readonly CommandMethod[];

const FIRST_PARAMS: Readonly<Record<string, Record<string, unknown>>> = {
  "frames.send": { frames: [{ channel: 0, id: 256, data: "00" }], repeat: 1 },
  "uds.request": { channel: 0, request_id: 0x7e0, response_id: 0x7e8, data: "14ffffff" },
};

export const firstCommand = (method: string = RULE_COMMANDS[0]): RuleCommand => ({
  method,
  params: FIRST_PARAMS[method] ?? {},
});

export const hasParams = ({ method, params }: RuleCommand): boolean =>
  method in FIRST_PARAMS || Object.keys(params).length > 0;

export const paramsText = ({ params }: RuleCommand): string => JSON.stringify(params, null, 2);

type Params = { kind: "params"; params: Record<string, unknown> } | { kind: "wrong"; field: string };

/** Checked as the terminal's command is; the field that is wrong, or none where the text is no JSON object. */
export function readParams(method: string, text: string): Params {
  const given = parsed(text);
  if (typeof given !== "object" || given === null || Array.isArray(given)) return { kind: "wrong", field: "" };
  const params = given as Record<string, unknown>;
  if (!Object.hasOwn(commandParams, method)) return { kind: "params", params };
  const checked = commandParams[method as CommandMethod].safeParse(params);
  return checked.success
    ? { kind: "params", params }
    : { kind: "wrong", field: checked.error.issues[0]?.path.join(".") ?? "" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
