import { parseHex } from "@canopy/can/bytes/hex";
import type { DefinedIdentifier, EcuDefinitions } from "@canopy/can/uds/definitions/model";
import { readDefinedValue } from "@canopy/can/uds/definitions/read-value";
import { readSnapshotRecords } from "@canopy/can/uds/dtc-records";
import { formatNumber } from "../../platform/formats.ts";

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export const definedIdentifier = (definitions: EcuDefinitions | undefined, id: number): DefinedIdentifier | undefined =>
  definitions?.identifiers.find((one) => one.id === id);

/** The values of an identifier's data, as far as it has them. */
export function namedValues(identifier: DefinedIdentifier | undefined, hex: string): NamedValue[] {
  const data = parseHex(hex);
  if (!identifier || !data.ok) return [];
  return identifier.values.flatMap((defined) => {
    const value = readDefinedValue(data.value, defined);
    if (value === undefined) return [];
    const text = typeof value === "number" ? formatNumber(Number(value.toPrecision(12))) : value;
    return { name: defined.name, value: defined.unit && typeof value === "number" ? `${text} ${defined.unit}` : text };
  });
}

interface NamedRecord {
  readonly record: number;
  readonly values: readonly NamedValue[];
}

/** Snapshot records by name (19 04); undefined: a length is not defined, so that the bytes are shown. */
export function namedSnapshots(definitions: EcuDefinitions | undefined, hex: string): NamedRecord[] | undefined {
  const data = parseHex(hex);
  if (!definitions || !data.ok) return undefined;
  const sizeOf = (id: number) => definedIdentifier(definitions, id)?.length ?? undefined;
  const records = readSnapshotRecords(data.value, sizeOf);
  if (!records.ok) return undefined;
  return records.value.map(({ record, data: parts }) => ({
    record,
    values: parts.flatMap(({ identifier, value }) => {
      const defined = definedIdentifier(definitions, identifier);
      const bytes = Array.from(value, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
      const named = namedValues(defined, bytes);
      const name = defined?.name ?? identifier.toString(16).toUpperCase().padStart(4, "0");
      return named.length > 0 ? named : [{ name, value: bytes }];
    }),
  }));
}
