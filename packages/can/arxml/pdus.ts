import type { MessageDraft, SignalDraft } from "../dbc/edit/draft.ts";
import type { SignalHead } from "../signal-file/build.ts";
import { type ArxmlDocument, shortName } from "./document.ts";
import { signalsOfPdu } from "./signals.ts";
import { childOf, type Element, elementsOf, numberOf, textOf } from "./tree.ts";

/** Where a PDU stands, and while which value of a selector it is there. */
interface Place {
  readonly message: MessageDraft;
  readonly offset: number;
  readonly receivers: readonly string[];
  readonly branch?: { readonly selector: SignalDraft; readonly value: number };
  /** The PDUs that it stands in. */
  readonly path: readonly Element[];
}

/** A secured PDU holds one that may be multiplexed: no file needs more. */
const MAX_DEPTH = 8;

/** Adds the signals of a PDU to the message of its frame. Kinds without signals of their own are named as not taken. */
export function addPdu(document: ArxmlDocument, pdu: Element, place: Place): void {
  const { model } = document;
  if (place.path.length > MAX_DEPTH || model.isRefused) return;
  if (place.path.includes(pdu)) {
    model.problems.error("pduCycle", document.position(pdu), shortName(pdu));
    return;
  }
  const deeper = { ...place, path: [...place.path, pdu] };
  switch (pdu.name) {
    case "I-SIGNAL-I-PDU":
    case "SIGNAL-I-PDU":
      for (const head of signalsOfPdu(document, pdu, place.offset)) addHead(document, head, place);
      return;
    case "MULTIPLEXED-I-PDU":
      addMultiplexed(document, pdu, deeper);
      return;
    case "SECURED-I-PDU": {
      // What proves its origin stands behind the payload.
      model.notTaken(document.position(pdu), `SECURED-I-PDU ${shortName(pdu)}: authentication`);
      const payload = document.follow(document.follow(pdu, "PAYLOAD-REF"), "I-PDU-REF");
      if (payload) addPdu(document, payload, deeper);
      return;
    }
    default:
      document.named.add(pdu);
      model.notTaken(document.position(pdu), `${pdu.name} ${shortName(pdu)}`);
  }
}

function addHead(document: ArxmlDocument, head: SignalHead, place: Place): void {
  if (document.model.isRefused) return;
  const { message, branch } = place;
  const receivers = head.receivers ?? place.receivers;
  if (!branch) {
    document.model.signal(message, { ...head, receivers });
    return;
  }
  const { selector, value } = branch;
  const same = message.signalByName.get(head.name);
  // A signal that several alternatives carry at one place is one signal.
  if (same && same.selector === selector && same.startBit === head.startBit && same.length === head.length) {
    same.ranges = [...same.ranges, { from: value, to: value }];
    return;
  }
  const name = same ? `${head.name}_${value}`.slice(-128) : head.name;
  const ranges = [{ from: value, to: value }];
  document.model.signal(message, {
    ...{ ...head, name, receivers, selector, ranges },
    ...{ isDependent: true, multiplexId: value },
  });
}

interface Alternative {
  readonly pdu: Element;
  readonly value: number;
}

function addMultiplexed(document: ArxmlDocument, pdu: Element, place: Place): void {
  const { model } = document;
  const at = document.position(pdu);
  const start = numberOf(childOf(pdu, "SELECTOR-FIELD-START-POSITION"));
  const length = numberOf(childOf(pdu, "SELECTOR-FIELD-LENGTH"));
  if (start === undefined || length === undefined) {
    model.problems.error("selectorMissing", at, shortName(pdu));
    return;
  }
  const alternatives = [...elementsOf(pdu)].flatMap((one) => alternativeOf(document, one));
  model.count(1 + alternatives.length, at);
  if (model.isRefused) return;
  const field = { startBit: start + place.offset, length };
  const isField = (head: SignalHead) => head.startBit === field.startBit && head.length === field.length;
  const isIntel = textOf(childOf(pdu, "SELECTOR-FIELD-BYTE-ORDER")) !== "MOST-SIGNIFICANT-BYTE-FIRST";
  // The alternatives carry the selector too: its name and texts are theirs.
  const [first] = alternatives;
  const isPlain = first?.pdu.name === "I-SIGNAL-I-PDU" || first?.pdu.name === "SIGNAL-I-PDU";
  const own = first && isPlain ? signalsOfPdu(document, first.pdu, place.offset).find(isField) : undefined;
  const { branch, message } = place;
  const selector = model.signal(message, {
    ...{ ...own, at, name: own?.name ?? `${shortName(pdu)}_selector`.slice(-128), ...field, isIntel },
    ...{ isMultiplexor: true, receivers: place.receivers },
    ...(branch && {
      ...{ selector: branch.selector, isDependent: true, multiplexId: branch.value },
      ranges: [{ from: branch.value, to: branch.value }],
    }),
  });
  for (const part of [...elementsOf(pdu)].filter(({ name }) => name === "STATIC-PART")) {
    const held = document.follow(part, "I-PDU-REF");
    if (held) addPdu(document, held, place);
  }
  for (const { pdu: held, value } of alternatives) {
    if (model.isRefused) return;
    const inside = { ...place, branch: { selector, value } };
    if (held.name !== "I-SIGNAL-I-PDU" && held.name !== "SIGNAL-I-PDU") addPdu(document, held, inside);
    else
      for (const head of signalsOfPdu(document, held, place.offset))
        if (!isField(head)) addHead(document, head, inside);
  }
}

function alternativeOf(document: ArxmlDocument, element: Element): Alternative[] {
  if (element.name !== "DYNAMIC-PART-ALTERNATIVE") return [];
  const pdu = document.follow(element, "I-PDU-REF");
  const value = numberOf(childOf(element, "SELECTOR-FIELD-CODE"));
  if (value === undefined || !Number.isSafeInteger(value) || value < 0) {
    document.model.problems.error("numberExpected", document.position(element), "SELECTOR-FIELD-CODE");
    return [];
  }
  return pdu ? [{ pdu, value }] : [];
}
