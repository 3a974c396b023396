/** What an ECU's identifiers, routines and fault codes mean, as its maker describes them. */
export interface DefinedValue {
  readonly name: string;
  /** In the data behind the identifier, from 0. */
  readonly byte: number;
  /** Bits right of the value in its last byte. */
  readonly shift: number;
  /** Null: up to the end of the data. */
  readonly bits: number | null;
  readonly type: "unsigned" | "signed" | "float" | "text" | "bytes";
  readonly isLittleEndian: boolean;
  readonly factor: number;
  readonly offset: number;
  readonly unit: string;
  /** Names of raw values. */
  readonly states: readonly (readonly [raw: number, name: string])[];
}

export interface DefinedIdentifier {
  readonly id: number;
  readonly name: string;
  /** In bytes; null: not known. */
  readonly length: number | null;
  readonly values: readonly DefinedValue[];
}

export interface DefinedRoutine {
  readonly id: number;
  readonly name: string;
}

export interface DefinedFault {
  /** Three bytes. */
  readonly code: number;
  readonly name: string;
}

export interface EcuDefinitions {
  readonly identifiers: readonly DefinedIdentifier[];
  readonly routines: readonly DefinedRoutine[];
  readonly faults: readonly DefinedFault[];
}

/** Bytes up to the end of the last value; null where one goes to the end of the data. */
export function lengthOf(values: readonly DefinedValue[]): number | null {
  let length = 0;
  for (const { byte, shift, bits } of values) {
    if (bits === null) return null;
    length = Math.max(length, byte + Math.ceil((shift + bits) / 8));
  }
  return values.length === 0 ? null : length;
}
