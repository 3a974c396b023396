import type {
  Attribute,
  AttributeDefinition,
  BitTiming,
  EnvironmentVariable,
  RelationOwner,
  SelectorRange,
  SignalGroup,
  ValueTable,
  ValueText,
  ValueType,
} from "../model.ts";
import type { Position } from "../parse/problem.ts";

/** The file while it is read: later statements may still add to it. */
export class Draft {
  version = "";
  newSymbols: string[] = [];
  bitTiming: BitTiming | null = null;
  comment: string | null = null;
  nodes: NamedDraft[] = [];
  messages: MessageDraft[] = [];
  /** The message whose `SG_` lines follow. */
  current: MessageDraft | null = null;
  signalCount = 0;
  /** A table counts anew for each signal that refers to it: written out it stands there. */
  valueCount = 0;
  valueTables: ValueTable[] = [];
  environmentVariables: EnvironmentVariableDraft[] = [];
  definitions: AttributeDefinition[] = [];
  attributes: Attribute[] = [];
  relations: RelationDraft[] = [];
  /** Statements about something that may stand further down: applied, in their order, after the last line. */
  readonly later: Array<() => void> = [];

  readonly nodeByName = new Map<string, NamedDraft>();
  /** By the number in the file; of several with one number the last. */
  readonly messageByFileId = new Map<number, MessageDraft>();
  readonly environmentVariableByName = new Map<string, EnvironmentVariableDraft>();
  readonly definedNames = new Set<string>();
  readonly defaults = new Map<string, number | string>();
  readonly relationDefaults = new Map<string, number | string>();
  readonly valueTableByName = new Map<string, ValueTable>();
  /** Lists of receivers by their words: most signals of a file share a few. */
  readonly receiverLists = new Map<string, readonly string[]>();
}

/** One for all: most of a large file's signals have none. */
export const NO_ATTRIBUTES: Attribute[] = [];

export function addAttribute(draft: NamedDraft, attribute: Attribute): void {
  if (draft.attributes === NO_ATTRIBUTES) draft.attributes = [attribute];
  else draft.attributes.push(attribute);
}

export interface NamedDraft {
  readonly at: Position;
  name: string;
  longName: string | null;
  comment: string | null;
  /** Added by `addAttribute`. */
  attributes: Attribute[];
}

export interface MessageDraft extends NamedDraft {
  fileId: number;
  length: number;
  transmitter: string;
  otherTransmitters: string[];
  signals: SignalDraft[];
  signalGroups: SignalGroup[];
  signalByName: Map<string, SignalDraft>;
}

export interface SignalDraft extends NamedDraft {
  startBit: number;
  length: number;
  isIntel: boolean;
  isSigned: boolean;
  valueType: ValueType;
  factor: number;
  offset: number;
  minimum: number;
  maximum: number;
  unit: string;
  receivers: readonly string[];
  isMultiplexor: boolean;
  /** Marked by `m`: present for some values of its selector only. */
  isDependent: boolean;
  /** The number behind `m`; null where there is none. */
  multiplexId: number | null;
  selector: SignalDraft | null;
  ranges: readonly SelectorRange[];
  values: readonly ValueText[];
}

export type EnvironmentVariableDraft = NamedDraft &
  Pick<EnvironmentVariable, "type" | "minimum" | "maximum" | "unit" | "initial" | "id" | "access"> & {
    nodes: string[];
    size: number | null;
    values: readonly ValueText[];
  };

export interface RelationDraft extends Attribute {
  owner: RelationOwner;
  node: string;
  message: MessageDraft | null;
  target: string | null;
}
