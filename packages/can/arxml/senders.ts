import { type ArxmlDocument, shortName } from "./document.ts";
import { childOf, type Element, elementsOf, textOf } from "./tree.ts";

/** Who sends and who receives. */
export interface Parties {
  readonly senders: Set<string>;
  readonly receivers: Set<string>;
}

export const noParties = (): Parties => ({ senders: new Set(), receivers: new Set() });

/** Of frames and signals: their triggering names ports of ECUs, each with a direction. */
export function addPorts(document: ArxmlDocument, triggering: Element, into: Parties): void {
  for (const list of triggering.children) {
    if (!list.name.endsWith("PORT-REFS")) continue;
    for (const reference of list.children) {
      const port = document.target(reference);
      const ecu = port && document.ecuOf(port);
      if (port && ecu !== undefined) addParty(into, textOf(childOf(port, "COMMUNICATION-DIRECTION")), ecu);
    }
  }
}

export function addHearers(document: ArxmlDocument, triggering: Element): void {
  const signal = document.follow(triggering, "I-SIGNAL-REF") ?? document.follow(triggering, "SIGNAL-REF");
  const parties = noParties();
  addPorts(document, triggering, parties);
  if (!signal || parties.receivers.size === 0) return;
  const known = document.hearers.get(signal) ?? new Set();
  for (const ecu of parties.receivers) known.add(ecu);
  document.hearers.set(signal, known);
}

/** Files without ports: an ECU names groups of PDUs, each with a direction. */
export function partiesOfPdus(document: ArxmlDocument): Map<Element, Parties> {
  const parties = new Map<Element, Parties>();
  for (const ecu of document.ecus) {
    for (const list of ecu.children) {
      if (!list.name.endsWith("-I-PDU-GROUP-REFS")) continue;
      for (const reference of list.children) {
        const group = document.target(reference);
        if (group) addGroup(document, group, shortName(ecu), parties);
      }
    }
  }
  return parties;
}

function addGroup(document: ArxmlDocument, group: Element, ecu: string, parties: Map<Element, Parties>): void {
  const direction = textOf(childOf(group, "COMMUNICATION-DIRECTION"));
  for (const reference of elementsOf(group)) {
    if (!reference.name.endsWith("I-PDU-REF")) continue;
    const pdu = document.target(reference);
    if (!pdu) continue;
    const known = parties.get(pdu) ?? noParties();
    parties.set(pdu, known);
    addParty(known, direction, ecu);
  }
}

function addParty({ senders, receivers }: Parties, direction: string, ecu: string): void {
  if (direction === "OUT") senders.add(ecu);
  if (direction === "IN") receivers.add(ecu);
}
