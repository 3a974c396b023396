import { failure, type Result, success } from "../../bytes/result.ts";
import type { Dbc, Message, Signal } from "../model.ts";
import { type EditProblem, messageProblem, signalProblem } from "./edit-rules.ts";

/** Which message: the last with this identifier, the one that decodes. */
export interface MessageKey {
  readonly id: number;
  readonly isExtended: boolean;
}

/** The next revision, or the one reason why there is none. The model given is never changed. */
export type Edited = Result<Dbc, EditProblem>;

/** Attributes of the network itself. */
export function updateNetwork(dbc: Dbc, changes: Partial<Pick<Dbc, "version" | "comment" | "attributes">>): Edited {
  return success({ ...dbc, ...changes });
}

export function addMessage(dbc: Dbc, message: Message): Edited {
  const problem = messageProblem(message, null, dbc.messages);
  return problem === null ? success({ ...dbc, messages: [...dbc.messages, message] }) : failure(problem);
}

export function updateMessage(dbc: Dbc, key: MessageKey, changes: Partial<Omit<Message, "signals">>): Edited {
  const index = indexOf(dbc, key);
  const before = dbc.messages[index];
  if (before === undefined) return failure({ code: "unknownMessage" });
  const message = { ...before, ...changes };
  const problem = messageProblem(message, before, dbc.messages.toSpliced(index, 1));
  return problem === null ? success({ ...dbc, messages: dbc.messages.with(index, message) }) : failure(problem);
}

export function removeMessage(dbc: Dbc, key: MessageKey): Edited {
  const index = indexOf(dbc, key);
  if (index < 0) return failure({ code: "unknownMessage" });
  const relationAttributes = dbc.relationAttributes.filter(({ message }) => !isKey(message, key));
  return success({ ...dbc, messages: dbc.messages.toSpliced(index, 1), relationAttributes });
}

export function addSignal(dbc: Dbc, key: MessageKey, signal: Signal): Edited {
  return withSignals(dbc, key, (message) => {
    const problem = signalProblem(message, signal, null, message.signals);
    if (problem !== null) return failure(problem);
    return success({ ...message, signals: [...message.signals, signal] });
  });
}

/** A new name follows into selectors and groups. */
export function updateSignal(dbc: Dbc, key: MessageKey, name: string, changes: Partial<Signal>): Edited {
  return withSignals(dbc, key, (message) => {
    const index = message.signals.findLastIndex((signal) => signal.name === name);
    const before = message.signals[index];
    if (before === undefined) return failure({ code: "unknownSignal", signal: name });
    const after = { ...before, ...changes };
    const renamed = renameSignal(message, name, after.name);
    const signals = renamed.signals.with(index, after);
    const problem = signalProblem(message, after, before, signals.toSpliced(index, 1));
    return problem === null ? success({ ...renamed, signals }) : failure(problem);
  });
}

export function removeSignal(dbc: Dbc, key: MessageKey, name: string): Edited {
  return withSignals(dbc, key, (message) => {
    const index = message.signals.findLastIndex((signal) => signal.name === name);
    if (index < 0) return failure({ code: "unknownSignal", signal: name });
    const isSelector = message.signals.some((signal) => signal.multiplexed?.selector === name);
    if (isSelector) return failure({ code: "signalIsSelector", signal: name });
    const signalGroups = message.signalGroups.map((group) => ({
      ...group,
      signals: group.signals.filter((member) => member !== name),
    }));
    return success({ ...message, signals: message.signals.toSpliced(index, 1), signalGroups });
  });
}

function renameSignal(message: Message, from: string, to: string): Message {
  if (from === to) return message;
  const rename = (name: string) => (name === from ? to : name);
  const signals = message.signals.map((signal) =>
    signal.multiplexed?.selector === from
      ? { ...signal, multiplexed: { ...signal.multiplexed, selector: to } }
      : signal,
  );
  const signalGroups = message.signalGroups.map((group) => ({ ...group, signals: group.signals.map(rename) }));
  return { ...message, signals, signalGroups };
}

function withSignals(dbc: Dbc, key: MessageKey, edit: (message: Message) => Result<Message, EditProblem>): Edited {
  const index = indexOf(dbc, key);
  const message = dbc.messages[index];
  if (message === undefined) return failure({ code: "unknownMessage" });
  const edited = edit(message);
  return edited.ok ? success({ ...dbc, messages: dbc.messages.with(index, edited.value) }) : edited;
}

function indexOf(dbc: Dbc, key: MessageKey): number {
  return dbc.messages.findLastIndex((message) => isKey(message, key));
}

function isKey(message: MessageKey | null, key: MessageKey): boolean {
  return message?.id === key.id && message.isExtended === key.isExtended;
}
