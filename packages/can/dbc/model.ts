import type { BitField } from "../bytes/bits.ts";

/** A raw value: a number while it is exact in a double, a bigint beyond 2^53. */
export type Raw = number | bigint;

/** The format has 32 characters and attributes for longer names; no tool writes one beyond this. */
export const MAX_NAME_LENGTH = 128;

/** Contents of a DBC file. Plain, immutable data; `dbc/edit` makes the next revision. */
export interface Dbc {
  readonly version: string;
  /** The keywords listed below `NS_`. */
  readonly newSymbols: readonly string[];
  readonly bitTiming: BitTiming | null;
  readonly nodes: readonly Node[];
  readonly valueTables: readonly ValueTable[];
  readonly messages: readonly Message[];
  readonly environmentVariables: readonly EnvironmentVariable[];
  readonly comment: string | null;
  readonly attributeDefinitions: readonly AttributeDefinition[];
  readonly attributes: readonly Attribute[];
  readonly relationAttributes: readonly RelationAttribute[];
}

export interface BitTiming {
  readonly baudrate: number;
  readonly btr1: number;
  readonly btr2: number;
}

/** Common to nodes, messages, signals and environment variables. */
interface Named {
  /** The long name where the file has one (`System…LongSymbol`). */
  readonly name: string;
  /** The short name that stands in the file for a long one; null: `name` itself. */
  readonly symbol: string | null;
  readonly comment: string | null;
  readonly attributes: readonly Attribute[];
}

export interface Node extends Named {}

export interface Message extends Named {
  /** 11 or 29 bits; of an undecodable message the whole number of the file. */
  readonly id: number;
  readonly isExtended: boolean;
  /** False for `VECTOR__INDEPENDENT_SIG_MSG` and identifiers no frame can carry. */
  readonly isDecodable: boolean;
  /** In bytes; up to 64 on the bus, up to 1785 for a reassembled J1939 message. */
  readonly length: number;
  /** Null: `Vector__XXX`, no node. */
  readonly transmitter: string | null;
  /** The list of `BO_TX_BU_`. */
  readonly otherTransmitters: readonly string[];
  readonly signals: readonly Signal[];
  readonly signalGroups: readonly SignalGroup[];
}

export type ValueType = "integer" | "float" | "double";

export interface Signal extends Named, BitField {
  readonly isSigned: boolean;
  readonly valueType: ValueType;
  readonly factor: number;
  readonly offset: number;
  /** Minimum and maximum both 0: no limits. */
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
  readonly receivers: readonly string[];
  /** Other signals depend on this one. */
  readonly isMultiplexor: boolean;
  /** Present only while the selector's raw value lies in one of the ranges. */
  readonly multiplexed: Multiplexed | null;
  readonly values: readonly ValueText[];
}

export interface Multiplexed {
  /** Empty where the file names none: the signal then never has a value. */
  readonly selector: string;
  readonly ranges: readonly SelectorRange[];
}

/** Both ends belong to it. */
export interface SelectorRange {
  readonly from: number;
  readonly to: number;
}

export interface ValueText {
  readonly raw: Raw;
  readonly text: string;
}

export interface ValueTable {
  readonly name: string;
  readonly values: readonly ValueText[];
}

export interface SignalGroup {
  readonly name: string;
  readonly repetitions: number;
  readonly signals: readonly string[];
}

export interface EnvironmentVariable extends Named {
  /** 0 integer, 1 float, 2 string; data where `size` is given. */
  readonly type: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
  readonly initial: number;
  readonly id: number;
  readonly access: string;
  readonly nodes: readonly string[];
  readonly size: number | null;
  readonly values: readonly ValueText[];
}

export type AttributeOwner = "network" | "node" | "message" | "signal" | "environmentVariable";
export type RelationOwner = "nodeMessage" | "nodeSignal" | "nodeEnvironmentVariable";

export interface AttributeDefinition {
  readonly name: string;
  readonly owner: AttributeOwner | RelationOwner;
  readonly type: AttributeType;
  readonly defaultValue: number | string | null;
}

export type AttributeType =
  | { readonly kind: "INT" | "HEX" | "FLOAT"; readonly minimum: number; readonly maximum: number }
  | { readonly kind: "STRING" }
  | { readonly kind: "ENUM"; readonly labels: readonly string[] };

/** The value as the file has it: an ENUM is its index, or its label where the file quotes it. */
export interface Attribute {
  readonly name: string;
  readonly value: number | string;
}

export interface RelationAttribute extends Attribute {
  readonly owner: RelationOwner;
  readonly node: string;
  /** The message as the file numbers it; null for environment variables. */
  readonly message: { readonly id: number; readonly isExtended: boolean } | null;
  /** The signal, or the environment variable; null for a message. */
  readonly target: string | null;
}

export const NO_NODE = "Vector__XXX";
export const INDEPENDENT_SIGNALS_ID = 0xc0000000;
export const EXTENDED_BIT = 0x80000000;

export const EMPTY_DBC: Dbc = {
  version: "",
  newSymbols: [],
  bitTiming: null,
  nodes: [],
  valueTables: [],
  messages: [],
  environmentVariables: [],
  comment: null,
  attributeDefinitions: [],
  attributes: [],
  relationAttributes: [],
};
