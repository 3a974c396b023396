import { isLate } from "@canopy/contract/device-link/request-guard";
import { configMessage, requestMessage } from "@canopy/contract/device-link/requests";
import type { DownTopic } from "@canopy/contract/device-link/topics";
import { HANDLERS } from "./methods.ts";
import { type Answer, done, refused } from "./request.ts";
import type { TerminalControl } from "./terminal-control.ts";

/** Reads a request or a configuration, and answers it where an answer is asked for. */
export async function answerMessage(terminal: TerminalControl, topic: DownTopic, payload: Uint8Array): Promise<void> {
  const json = parse(payload);
  if (topic === "config") return answerConfig(terminal, json);
  const request = requestMessage.safeParse(json);
  if (!request.success) {
    terminal.log("warning", "a request that cannot be read");
    return;
  }
  const { id, method, params, deadline } = request.data;
  if (!terminal.isNew(id)) return;
  const run = Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined;
  const isTooLate = isLate(deadline, terminal.timeMs);
  const answer = isTooLate ? refused("late") : await (run?.(params, { id, terminal }) ?? UNKNOWN);
  if (deadline !== undefined) reply(terminal, id, answer);
}

const UNKNOWN: Answer = { ok: false, code: "unknownMethod" };

function answerConfig(terminal: TerminalControl, json: unknown): void {
  const message = configMessage.safeParse(json);
  if (!message.success) {
    terminal.log("warning", "a configuration that cannot be read");
    return;
  }
  const { id, revision, config, deadline } = message.data;
  if (!terminal.isNew(id)) return;
  const isTooLate = isLate(deadline, terminal.timeMs);
  const isTaken = !isTooLate && terminal.configuration.write(revision, config);
  const answer = isTooLate
    ? refused("late")
    : isTaken
      ? done({ hash: terminal.configuration.hash })
      : refused("badParams");
  if (deadline !== undefined) reply(terminal, id, answer);
}

function reply(terminal: TerminalControl, id: string, answer: Answer): void {
  terminal.publish("reply", { id, ...answer });
}

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}
