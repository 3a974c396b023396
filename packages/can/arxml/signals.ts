import type { ValueType } from "../dbc/model.ts";
import { bytesOf, type SignalHead } from "../signal-file/build.ts";
import { compuOf, unitOf } from "./compu.ts";
import { type ArxmlDocument, commentOf, shortName } from "./document.ts";
import { childOf, type Element, firstOf, numberOf, pathOf, textOf } from "./tree.ts";

/** A byte array is told byte by byte, up to a payload of CAN FD. */
const MAX_ARRAY_BITS = 512;

/** The signals of an I-PDU, from its bit `offset` of the frame on. */
export function signalsOfPdu(document: ArxmlDocument, pdu: Element, offset: number): SignalHead[] {
  const mappings = childOf(pdu, "I-SIGNAL-TO-PDU-MAPPINGS") ?? childOf(pdu, "SIGNAL-TO-PDU-MAPPINGS");
  const places = mappings?.children ?? [];
  document.model.count(1 + places.length, document.position(pdu));
  return document.model.isRefused ? [] : places.flatMap((mapping) => signalsOf(document, mapping, offset));
}

function signalsOf(document: ArxmlDocument, mapping: Element, offset: number): SignalHead[] {
  const { problems } = document.model;
  const reference = childOf(mapping, "I-SIGNAL-REF") ?? childOf(mapping, "SIGNAL-REF");
  // A group of signals has a mapping too; its signals have their own.
  const signal = reference && document.target(reference);
  if (!signal || signal.name === "I-SIGNAL-GROUP") return [];
  const at = document.position(mapping);
  const system = document.follow(signal, "SYSTEM-SIGNAL-REF");
  // AUTOSAR 3 has groups among its signals.
  if (system?.name === "SYSTEM-SIGNAL-GROUP") return [];
  const position = numberOf(childOf(mapping, "START-POSITION"));
  const length = numberOf(childOf(signal, "LENGTH")) ?? numberOf(childOf(system, "LENGTH"));
  const name = shortName(signal);
  if (position === undefined || length === undefined) {
    problems.error("numberExpected", at, name);
    return [];
  }
  const hearers = document.hearers.get(signal);
  const order = textOf(childOf(mapping, "PACKING-BYTE-ORDER"));
  const head: SignalHead = {
    at,
    name,
    startBit: position + offset,
    length,
    isIntel: order !== "MOST-SIGNIFICANT-BYTE-FIRST",
    comment: commentOf(system) ?? commentOf(signal),
    ...(hearers && { receivers: [...hearers] }),
    start: initialOf(document, signal, system),
    ...typeOf(document, signal, system, length),
    ...scaleOf(document, signal, system, at),
  };
  const isArray = length > 64 || (order === "OPAQUE" && length > 8);
  if (!isArray || !Number.isInteger(length) || length > MAX_ARRAY_BITS) return [head];
  const isBytes = { isIntel: true, isSigned: false, valueType: "integer", start: undefined } as const;
  return bytesOf(name, length).map((byte) => ({
    ...{ ...head, ...isBytes, name: byte.name, length: 8 },
    startBit: 8 * Math.floor((position + offset) / 8) + byte.at,
  }));
}

/** The properties of data: of the network first, for they describe the bits on the bus. */
function propertiesOf(signal: Element | undefined, name: string): Element | undefined {
  return firstOf(childOf(signal, name), "SW-DATA-DEF-PROPS-CONDITIONAL");
}

function ownersOf(document: ArxmlDocument, signal: Element, system: Element | undefined): (Element | undefined)[] {
  // AUTOSAR 3: the data type of the system signal has them.
  const dataType = document.follow(system, "DATA-TYPE-REF");
  return [
    propertiesOf(system, "PHYSICAL-PROPS"),
    propertiesOf(signal, "NETWORK-REPRESENTATION-PROPS"),
    firstOf(dataType, "SW-DATA-DEF-PROPS"),
  ];
}

function typeOf(document: ArxmlDocument, signal: Element, system: Element | undefined, length: number) {
  const network = propertiesOf(signal, "NETWORK-REPRESENTATION-PROPS");
  const [physical, , dataType] = ownersOf(document, signal, system);
  const owner = [network, dataType, physical].find((one) => childOf(one, "BASE-TYPE-REF"));
  const encoding = textOf(firstOf(document.follow(owner, "BASE-TYPE-REF"), "BASE-TYPE-ENCODING"));
  const isFloat = encoding === "IEEE754";
  const valueType: ValueType =
    !isFloat || (length !== 32 && length !== 64) ? "integer" : length === 32 ? "float" : "double";
  if (isFloat && valueType === "integer") {
    document.model.problems.warning("floatLength", document.position(signal), shortName(signal));
  }
  return { isSigned: encoding === "2C" || encoding === "1C" || encoding === "SM", valueType };
}

function scaleOf(document: ArxmlDocument, signal: Element, system: Element | undefined, at: SignalHead["at"]) {
  const owners = ownersOf(document, signal, system);
  const owner = owners.find((one) => childOf(one, "COMPU-METHOD-REF"));
  const method = document.follow(owner, "COMPU-METHOD-REF");
  const { isBeyond, ...compu } = compuOf(method);
  if (isBeyond) document.model.problems.warning("severalScales", at, shortName(signal));
  return { ...compu, unit: isBeyond ? "" : unitOf(document, ...owners, method) };
}

function initialOf(document: ArxmlDocument, signal: Element, system: Element | undefined): number | undefined {
  const value = childOf(signal, "INIT-VALUE");
  const constant = firstOf(value, "CONSTANT-REFERENCE");
  const given = pathOf(value, "NUMERICAL-VALUE-SPECIFICATION", "VALUE");
  const literal =
    given ??
    firstOf(document.follow(constant, "CONSTANT-REF"), "VALUE") ??
    childOf(document.follow(system, "INIT-VALUE-REF"), "VALUE");
  return numberOf(literal);
}
