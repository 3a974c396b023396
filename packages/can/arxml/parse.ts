import { addAttribute, type MessageDraft } from "../dbc/edit/draft.ts";
import type { ParsedDbc } from "../dbc/parse/parse.ts";
import { ModelBuilder } from "../signal-file/build.ts";
import { ArxmlDocument, commentOf, shortName } from "./document.ts";
import { addPdu } from "./pdus.ts";
import { addHearers, addPorts, noParties, type Parties, partiesOfPdus } from "./senders.ts";
import { arxmlTree, childOf, type Element, elementsOf, firstOf, Lines, numberOf, textOf } from "./tree.ts";

/** Kinds of packages' elements that signals are made of. */
const TAKEN: ReadonlySet<string> = new Set([
  "CAN-CLUSTER",
  "CAN-FRAME",
  "FRAME",
  "I-SIGNAL-I-PDU",
  "SIGNAL-I-PDU",
  "MULTIPLEXED-I-PDU",
  "SECURED-I-PDU",
  "I-SIGNAL",
  "SYSTEM-SIGNAL",
  "COMPU-METHOD",
  "UNIT",
  "SW-BASE-TYPE",
  "ECU-INSTANCE",
  "I-SIGNAL-I-PDU-GROUP",
  "I-PDU-GROUP",
  "CONSTANT-SPECIFICATION",
  "INTEGER-TYPE",
  "REAL-TYPE",
  "BOOLEAN-TYPE",
]);

/** The CAN clusters of an AUTOSAR system description (4.x; 3.x as far as its elements are the same). */
export function parseArxml(text: string): ParsedDbc {
  const model = new ModelBuilder("CAN");
  const lines = new Lines(text);
  const root = arxmlTree(text, model.problems, lines);
  if (!root) return model.finish();
  if (root.name !== "AUTOSAR") model.problems.error("unexpected", lines.position(root.at), root.name);
  const document = new ArxmlDocument(root, lines, model);
  for (const ecu of document.ecus) model.node(document.position(ecu), shortName(ecu), commentOf(ecu));
  const parties = partiesOfPdus(document);
  for (const cluster of document.clusters) readCluster(document, cluster, parties);
  const [, second] = document.clusters;
  if (second) model.problems.warning("severalClusters", document.position(second), shortName(second));
  for (const element of document.elements) {
    if (!TAKEN.has(element.name) && !document.named.has(element))
      model.notTaken(document.position(element), element.name);
  }
  return model.finish();
}

function readCluster(document: ArxmlDocument, cluster: Element, parties: ReadonlyMap<Element, Parties>): void {
  const { model } = document;
  const rate = numberOf(firstOf(cluster, "BAUDRATE") ?? firstOf(cluster, "SPEED"));
  if (rate !== undefined) model.baudRate(rate);
  model.draft.comment ??= commentOf(cluster);
  for (const element of elementsOf(cluster)) {
    if (element.name === "I-SIGNAL-TRIGGERING" || element.name === "SIGNAL-TRIGGERING") addHearers(document, element);
  }
  for (const element of elementsOf(cluster)) {
    if (model.isRefused) return;
    if (element.name === "CAN-FRAME-TRIGGERING") readFrame(document, element, parties);
  }
}

const STANDARD_FD = 14;
const EXTENDED_FD = 15;

function readFrame(document: ArxmlDocument, triggering: Element, parties: ReadonlyMap<Element, Parties>): void {
  const { model } = document;
  const at = document.position(triggering);
  const frame = document.follow(triggering, "FRAME-REF");
  const id = numberOf(childOf(triggering, "IDENTIFIER"));
  if (!frame || id === undefined || !Number.isInteger(id) || id < 0 || id > 0x1fffffff) {
    model.problems.error(id === undefined || !frame ? "numberExpected" : "idOutOfRange", at, shortName(triggering));
    return;
  }
  const pdus = pdusOf(document, frame);
  const { senders, receivers } = partiesOf(document, triggering, pdus, parties);
  const [sender = "", ...others] = senders;
  const isExtended = textOf(childOf(triggering, "CAN-ADDRESSING-MODE")) === "EXTENDED" || id > 0x7ff;
  const message = model.message({
    ...{ at, name: shortName(frame), id, isExtended },
    ...{ length: lengthOf(frame, pdus), transmitter: sender },
  });
  if (!message) return;
  message.comment = commentOf(frame);
  message.otherTransmitters = others;
  if (isFd(triggering)) {
    addAttribute(message, { name: "VFrameFormat", value: isExtended ? EXTENDED_FD : STANDARD_FD });
  }
  addCycle(message, pdus);
  const heard = [...receivers];
  for (const { pdu, offset } of pdus) addPdu(document, pdu, { message, offset, receivers: heard, path: [] });
}

const isFd = (triggering: Element): boolean =>
  textOf(childOf(triggering, "CAN-FD-FRAME-SUPPORT")) === "true" ||
  ["CAN-FRAME-TX-BEHAVIOR", "CAN-FRAME-RX-BEHAVIOR"].some((name) => textOf(childOf(triggering, name)) === "CAN-FD");

interface PlacedPdu {
  readonly pdu: Element;
  /** In bits from the beginning of the frame. */
  readonly offset: number;
}

function pdusOf(document: ArxmlDocument, frame: Element): PlacedPdu[] {
  return (childOf(frame, "PDU-TO-FRAME-MAPPINGS")?.children ?? []).flatMap((mapping) => {
    const pdu = document.follow(mapping, "PDU-REF");
    // A position counts from the highest bit of its byte where the order says so: only whole bytes are meant.
    const position = numberOf(childOf(mapping, "START-POSITION")) ?? 0;
    return pdu ? [{ pdu, offset: 8 * Math.floor(position / 8) }] : [];
  });
}

/** Without a length of its own a frame is as long as what it carries; some files of AUTOSAR 3 count in bits. */
function lengthOf(frame: Element, pdus: readonly PlacedPdu[]): number {
  const stated = numberOf(childOf(frame, "FRAME-LENGTH"));
  if (stated !== undefined) return stated > 64 && stated % 8 === 0 ? stated / 8 : stated;
  const ends = pdus.map(({ pdu, offset }) => offset / 8 + (numberOf(childOf(pdu, "LENGTH")) ?? 0));
  return ends.reduce((most, end) => Math.max(most, end), 0);
}

function partiesOf(
  document: ArxmlDocument,
  triggering: Element,
  pdus: readonly PlacedPdu[],
  known: ReadonlyMap<Element, Parties>,
): Parties {
  const parties = noParties();
  addPorts(document, triggering, parties);
  for (const pdu of pdus.flatMap((one) => withHeld(document, one.pdu))) {
    const own = known.get(pdu);
    for (const sender of own?.senders ?? []) parties.senders.add(sender);
    for (const receiver of own?.receivers ?? []) parties.receivers.add(receiver);
  }
  return parties;
}

/** Groups name the PDUs with signals, frames those that hold them. */
function withHeld(document: ArxmlDocument, pdu: Element): Element[] {
  const payload = document.follow(document.follow(pdu, "PAYLOAD-REF"), "I-PDU-REF");
  const parts = [...elementsOf(pdu)].flatMap((one) => document.follow(one, "I-PDU-REF") ?? []);
  return [pdu, ...(payload ? [payload] : []), ...parts];
}

/** In seconds, of the first PDU that is sent in a cycle. */
function addCycle(message: MessageDraft, pdus: readonly PlacedPdu[]): void {
  for (const { pdu } of pdus) {
    const timing = firstOf(firstOf(pdu, "TRANSMISSION-MODE-TRUE-TIMING") ?? pdu, "CYCLIC-TIMING");
    const seconds = numberOf(firstOf(childOf(timing, "TIME-PERIOD") ?? childOf(timing, "REPEATING-TIME"), "VALUE"));
    if (seconds === undefined || seconds <= 0) continue;
    addAttribute(message, { name: "GenMsgCycleTime", value: Math.round(seconds * 1e6) / 1000 });
    return;
  }
}
