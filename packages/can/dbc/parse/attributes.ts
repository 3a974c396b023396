import type { Attribute, AttributeDefinition, Dbc, Message, Signal } from "../model.ts";

/** An attribute of an object with its default and its ENUM label; null: neither set nor defined. */
export function attributeValue(
  dbc: Dbc,
  owner: { readonly attributes: readonly Attribute[] },
  name: string,
): number | string | null {
  const definition = byName(definitions, dbc.attributeDefinitions).get(name);
  const value = owner.attributes.findLast((attribute) => attribute.name === name)?.value;
  return labelled(value ?? definition?.defaultValue ?? null, definition);
}

export function networkAttribute(dbc: Dbc, name: string): number | string | null {
  const value = byName(networkAttributes, dbc.attributes).get(name)?.value;
  return attributeValue(dbc, { attributes: value === undefined ? [] : [{ name, value }] }, name);
}

type Index<Item> = WeakMap<readonly Item[], Map<string, Item>>;
const definitions: Index<AttributeDefinition> = new WeakMap();
const networkAttributes: Index<Attribute> = new WeakMap();

/** Asked once per message and more: a list is indexed once, and the index goes with it. */
function byName<Item extends { readonly name: string }>(index: Index<Item>, list: readonly Item[]): Map<string, Item> {
  const known = index.get(list);
  if (known !== undefined) return known;
  const made = new Map(list.map((item) => [item.name, item]));
  index.set(list, made);
  return made;
}

function labelled(value: number | string | null, definition: AttributeDefinition | undefined): number | string | null {
  if (typeof value !== "number" || definition?.type.kind !== "ENUM") return value;
  return definition.type.labels[value] ?? value;
}

export type FrameFormat = "standard" | "extended" | "standardFd" | "extendedFd" | "j1939";

const FORMATS: ReadonlyMap<string, FrameFormat> = new Map([
  ["StandardCAN", "standard"],
  ["ExtendedCAN", "extended"],
  ["J1939PG", "j1939"],
  ["StandardCAN_FD", "standardFd"],
  ["ExtendedCAN_FD", "extendedFd"],
  // Files that declare VFrameFormat as a plain number.
  ["0", "standard"],
  ["1", "extended"],
  ["3", "j1939"],
  ["14", "standardFd"],
  ["15", "extendedFd"],
]);

/** By VFrameFormat; without it by the identifier, and more than 8 bytes mean CAN FD. */
export function frameFormat(dbc: Dbc, message: Message): FrameFormat {
  const stated = FORMATS.get(String(attributeValue(dbc, message, "VFrameFormat")));
  if (stated === "j1939" || stated === "standardFd" || stated === "extendedFd") return stated;
  const isJ1939 = message.isExtended && networkAttribute(dbc, "ProtocolType") === "J1939";
  if (isJ1939) return "j1939";
  if (message.length > 8) return message.isExtended ? "extendedFd" : "standardFd";
  return message.isExtended ? "extended" : "standard";
}

/** Null: not sent in a cycle. */
export function cycleTimeMs(dbc: Dbc, message: Message): number | null {
  const value = attributeValue(dbc, message, "GenMsgCycleTime");
  return typeof value === "number" && value > 0 ? value : null;
}

/** GenSigStartValue is a raw value. */
export function startValue(signal: Signal): number {
  const value = signal.attributes.findLast((attribute) => attribute.name === "GenSigStartValue")?.value;
  return typeof value === "number" ? value : 0;
}
