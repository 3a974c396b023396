import { checkMessages } from "../dbc/edit/check.ts";
import { addAttribute, Draft, type MessageDraft, NO_ATTRIBUTES, type SignalDraft } from "../dbc/edit/draft.ts";
import { type AttributeDefinition, EMPTY_DBC, EXTENDED_BIT, MAX_NAME_LENGTH, type ValueText } from "../dbc/model.ts";
import { NotTaken } from "../dbc/parse/not-taken.ts";
import type { ParsedDbc } from "../dbc/parse/parse.ts";
import { MAX_NODES } from "../dbc/parse/parse-head.ts";
import { addMessage } from "../dbc/parse/parse-messages.ts";
import { addSignal } from "../dbc/parse/parse-signals.ts";
import { MAX_TABLE_VALUES } from "../dbc/parse/parse-texts.ts";
import { type Position, ProblemList } from "../dbc/parse/problem.ts";
import { resolve } from "../dbc/parse/resolve.ts";
import { withShortSymbols } from "./short-symbols.ts";

/** PDUs and places of signals, counted wherever they stand: one that many refer to is read anew for each. */
export const MAX_PARTS = 500_000;

const START: Position = { line: 1, column: 1 };

/** As Vector's tools define them, so that a DBC written from the model is understood by others. */
const FRAME_FORMATS = [
  "StandardCAN",
  "ExtendedCAN",
  "reserved",
  "J1939PG",
  ...Array.from({ length: 10 }, () => "reserved"),
  "StandardCAN_FD",
  "ExtendedCAN_FD",
];
const ANY = { minimum: 0, maximum: 0 };
const DEFINITIONS: readonly AttributeDefinition[] = [
  { name: "BusType", owner: "network", type: { kind: "STRING" }, defaultValue: "" },
  { name: "Baudrate", owner: "network", type: { kind: "FLOAT", ...ANY }, defaultValue: 0 },
  { name: "GenMsgCycleTime", owner: "message", type: { kind: "FLOAT", ...ANY }, defaultValue: 0 },
  {
    name: "VFrameFormat",
    owner: "message",
    type: { kind: "ENUM", labels: FRAME_FORMATS },
    defaultValue: "StandardCAN",
  },
  { name: "GenSigStartValue", owner: "signal", type: { kind: "FLOAT", ...ANY }, defaultValue: 0 },
];

export interface SignalHead
  extends Pick<SignalDraft, "at" | "name" | "startBit" | "length">,
    Partial<Omit<SignalDraft, "at" | "name" | "startBit" | "length" | "attributes">> {
  /** The raw value a sender begins with. */
  readonly start?: number | undefined;
}

/** The model of a file of another format, made by the same rules and checks as that of a DBC. */
export class ModelBuilder {
  readonly problems = new ProblemList();
  readonly draft = new Draft();
  private parts = 0;
  private readonly beyond = new NotTaken();

  constructor(busType: string) {
    for (const { defaultValue, ...definition } of DEFINITIONS) {
      this.draft.definitions.push({ ...definition, defaultValue: null });
      if (defaultValue !== null) this.draft.defaults.set(definition.name, defaultValue);
    }
    this.draft.attributes.push({ name: "BusType", value: busType });
  }

  /** The file is beyond a limit: whatever comes is in vain. */
  get isRefused(): boolean {
    return this.problems.refusal !== null;
  }

  /** Counts what is about to be read. */
  count(parts: number, at: Position): void {
    this.parts += parts;
    if (this.parts > MAX_PARTS) this.problems.refuse("tooManyParts", at, `> ${MAX_PARTS}`);
  }

  baudRate(bitsPerSecond: number): void {
    if (this.draft.attributes.some(({ name }) => name === "Baudrate") || !Number.isFinite(bitsPerSecond)) return;
    this.draft.attributes.push({ name: "Baudrate", value: bitsPerSecond });
  }

  node(at: Position, name: string, comment: string | null = null): void {
    const { nodes, nodeByName } = this.draft;
    if (nodeByName.has(name)) this.problems.warning("duplicateNode", at, name);
    else if (nodes.length >= MAX_NODES) this.problems.error("tooManyNodes", at, name);
    else {
      const node = { at, name, longName: null, comment, attributes: [] };
      nodes.push(node);
      nodeByName.set(name, node);
    }
  }

  message(
    head: Pick<MessageDraft, "at" | "name" | "length" | "transmitter"> & { id: number; isExtended?: boolean },
  ): MessageDraft | null {
    const { at, name, length, transmitter } = head;
    const fileId = head.isExtended ? head.id + EXTENDED_BIT : head.id;
    return addMessage(this.problems, this.draft, { at, name, length, transmitter, fileId });
  }

  signal(message: MessageDraft, head: SignalHead): SignalDraft {
    const { start, ...rest } = head;
    const made: SignalDraft = {
      ...PLAIN,
      ...rest,
      attributes: NO_ATTRIBUTES,
      receivers: this.receivers(rest.receivers ?? []),
      values: this.values(rest.at, rest.name, rest.values ?? []),
    };
    if (start !== undefined && Number.isFinite(start)) addAttribute(made, { name: "GenSigStartValue", value: start });
    addSignal(this.problems, this.draft, message, made);
    return made;
  }

  /** What the file holds beyond signals. */
  notTaken(at: Position, what: string): void {
    this.beyond.add(at, what);
  }

  finish(): ParsedDbc {
    const { problems, draft } = this;
    if (problems.refusal !== null) return { dbc: EMPTY_DBC, problems: [problems.refusal] };
    this.beyond.tell(problems);
    const dbc = withShortSymbols(resolve(draft, problems));
    checkMessages(draft.messages, problems);
    if (dbc.messages.length === 0) problems.error("noMessages", START);
    return { dbc, problems: problems.list.sort((a, b) => a.line - b.line || a.column - b.column) };
  }

  /** Lists that say the same are one. */
  private receivers(names: readonly string[]): readonly string[] {
    const words = names.join();
    const known = this.draft.receiverLists.get(words) ?? names;
    this.draft.receiverLists.set(words, known);
    return known;
  }

  private values(at: Position, name: string, values: readonly ValueText[]): readonly ValueText[] {
    this.draft.valueCount += values.length;
    if (this.draft.valueCount <= MAX_TABLE_VALUES) return values;
    this.problems.error("tooManyValues", at, name);
    return [];
  }
}

const PLAIN = {
  longName: null,
  comment: null,
  isIntel: true,
  isSigned: false,
  valueType: "integer",
  factor: 1,
  offset: 0,
  minimum: 0,
  maximum: 0,
  unit: "",
  isMultiplexor: false,
  isDependent: false,
  multiplexId: null,
  selector: null,
  ranges: [],
} satisfies Partial<SignalDraft>;

/** One line, as a DBC can hold it: its quotes know no escaped backslash. */
export function plainText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\\+(?="|$)/g, "")
    .trim();
}

/** A name that a DBC can hold too. */
export const isName = (word: string): boolean => /^\w+$/.test(word) && word.length <= MAX_NAME_LENGTH;

/** A factor of a byte array: each byte is a signal of its own. */
export function bytesOf(name: string, length: number): { name: string; at: number }[] {
  return Array.from({ length: Math.floor(length / 8) }, (_, i) => ({ name: `${name}_${i}`, at: 8 * i }));
}
