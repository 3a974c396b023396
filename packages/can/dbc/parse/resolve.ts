import type {
  Draft,
  EnvironmentVariableDraft,
  MessageDraft,
  NamedDraft,
  RelationDraft,
  SignalDraft,
} from "../edit/draft.ts";
import { readFileId } from "../edit/file-id.ts";
import {
  type AttributeDefinition,
  type Dbc,
  type EnvironmentVariable,
  type Message,
  type Multiplexed,
  NO_NODE,
  type RelationAttribute,
  type Signal,
} from "../model.ts";
import type { ProblemList } from "./problem.ts";
import { resolveMultiplexing } from "./resolve-multiplexing.ts";

/** The model of a file that was read to its end. */
export function resolve(draft: Draft, problems: ProblemList): Dbc {
  // Grows while it runs: a signal group waits for long names.
  for (const apply of draft.later) apply();
  for (const message of draft.messages) resolveMultiplexing(message, problems);
  const nodeName = (name: string) => longName(draft.nodeByName.get(name)) ?? name;
  const receivers = new Map(
    [...draft.receiverLists.values()].map((names) => [names, receiversOf(names, nodeName)] as const),
  );
  return {
    version: draft.version,
    newSymbols: draft.newSymbols,
    bitTiming: draft.bitTiming,
    nodes: draft.nodes.map(named),
    valueTables: draft.valueTables,
    messages: draft.messages.map((message) => toMessage(message, nodeName, receivers)),
    environmentVariables: draft.environmentVariables.map((variable) => toVariable(variable, nodeName)),
    comment: draft.comment,
    attributeDefinitions: definitionsOf(draft),
    attributes: draft.attributes,
    relationAttributes: draft.relations.map((relation) => toRelation(relation, draft, nodeName)),
  };
}

type NameOf = (name: string) => string;
type Receivers = ReadonlyMap<readonly string[], readonly string[]>;

function longName(draft: NamedDraft | undefined): string | null {
  return draft === undefined ? null : (draft.longName ?? draft.name);
}

function named(draft: NamedDraft) {
  return {
    name: draft.longName ?? draft.name,
    symbol: draft.longName === null ? null : draft.name,
    comment: draft.comment,
    attributes: draft.attributes,
  };
}

function toMessage(draft: MessageDraft, nodeName: NameOf, receivers: Receivers): Message {
  return {
    ...named(draft),
    ...readFileId(draft.fileId),
    length: draft.length,
    transmitter: draft.transmitter === "" || draft.transmitter === NO_NODE ? null : nodeName(draft.transmitter),
    otherTransmitters: draft.otherTransmitters.map(nodeName),
    signals: draft.signals.map((signal) => toSignal(signal, receivers)),
    signalGroups: draft.signalGroups,
  };
}

function toSignal(draft: SignalDraft, receivers: Receivers): Signal {
  return {
    name: draft.longName ?? draft.name,
    symbol: draft.longName === null ? null : draft.name,
    comment: draft.comment,
    attributes: draft.attributes,
    startBit: draft.startBit,
    length: draft.length,
    byteOrder: draft.isIntel ? "intel" : "motorola",
    isSigned: draft.isSigned,
    valueType: draft.valueType,
    factor: draft.factor,
    offset: draft.offset,
    minimum: draft.minimum,
    maximum: draft.maximum,
    unit: draft.unit,
    receivers: receivers.get(draft.receivers) ?? [],
    isMultiplexor: draft.isMultiplexor,
    multiplexed: multiplexedOf(draft),
    values: draft.values,
  };
}

function multiplexedOf({ selector, ranges, isDependent }: SignalDraft): Multiplexed | null {
  if (selector !== null) return { selector: selector.longName ?? selector.name, ranges };
  return isDependent ? { selector: "", ranges } : null;
}

function receiversOf(names: readonly string[], nodeName: NameOf): string[] {
  const receivers: string[] = [];
  for (const name of names) if (name !== NO_NODE) receivers.push(nodeName(name));
  return receivers;
}

function toVariable(draft: EnvironmentVariableDraft, nodeName: NameOf): EnvironmentVariable {
  const { type, minimum, maximum, unit, initial, id, access, size, values } = draft;
  const nodes = receiversOf(draft.nodes, nodeName);
  return { ...named(draft), type, minimum, maximum, unit, initial, id, access, nodes, size, values };
}

function isRelation(definition: AttributeDefinition): boolean {
  return definition.owner.startsWith("node") && definition.owner !== "node";
}

/** Those of relations last, as a file has them. */
function definitionsOf({ definitions, defaults, relationDefaults }: Draft): AttributeDefinition[] {
  const own = definitions.filter((definition) => !isRelation(definition));
  const relations = definitions.filter(isRelation);
  return [
    ...own.map((one) => ({ ...one, defaultValue: defaults.get(one.name) ?? null })),
    ...relations.map((one) => ({ ...one, defaultValue: relationDefaults.get(one.name) ?? null })),
  ];
}

function toRelation(relation: RelationDraft, draft: Draft, nodeName: NameOf): RelationAttribute {
  const { name, value, owner, message, target } = relation;
  const id = message === null ? null : readFileId(message.fileId);
  const named = owner === "nodeSignal" ? message?.signalByName : draft.environmentVariableByName;
  return {
    name,
    value,
    owner,
    node: nodeName(relation.node),
    message: id === null ? null : { id: id.id, isExtended: id.isExtended },
    target: target === null ? null : (longName(named?.get(target)) ?? target),
  };
}
