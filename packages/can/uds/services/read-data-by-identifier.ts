import { PayloadReader, payload, uint } from "../payload.ts";
import { type Decoded, decodeFields, type UdsService } from "../service.ts";

export interface ReadDataRequest {
  identifiers: number[];
}

/** The first identifier and everything behind it; with several identifiers use `splitDataRecords`. */
export interface ReadDataResponse {
  identifier: number;
  data: Uint8Array;
}

export const readDataByIdentifier: UdsService<ReadDataRequest, ReadDataResponse> = {
  sid: 0x22,
  name: "ReadDataByIdentifier",
  hasSubFunction: false,
  echoSize: 2,
  negativeResponses: [0x13, 0x14, 0x22, 0x31, 0x33],
  encodeRequest: ({ identifiers }) => payload(0x22, ...identifiers.map((identifier) => uint(identifier, 2))),
  decodeRequest: (bytes) =>
    decodeFields(bytes, 0x22, (reader) => {
      const identifiers = [reader.u16()];
      while (reader.left > 0) identifiers.push(reader.u16());
      return { identifiers };
    }),
  encodeResponse: ({ identifier, data }) => payload(0x62, uint(identifier, 2), data),
  decodeResponse: (bytes) => decodeFields(bytes, 0x62, (reader) => ({ identifier: reader.u16(), data: reader.rest() })),
};

export interface DataRecord {
  identifier: number;
  data: Uint8Array;
}

/**
 * Splits the answer to several identifiers. ISO 14229-1 sends no lengths: they come from `sizeOf`; where it does not
 * know one, the next requested identifier marks the end, provided it occurs once ("badField" when it does not).
 */
export function splitDataRecords(
  response: Uint8Array,
  identifiers: readonly number[],
  sizeOf: (identifier: number) => number | undefined = () => undefined,
): Decoded<DataRecord[]> {
  const reader = new PayloadReader(response, 1);
  const records: DataRecord[] = [];
  for (const [i, identifier] of identifiers.entries()) {
    if (reader.left === 0) break;
    if (reader.u16() !== identifier) return { ok: false, problem: "badField" };
    const size = sizeOf(identifier) ?? sizeUntil(response, response.length - reader.left, identifiers.slice(i + 1));
    if (size === undefined) return { ok: false, problem: "badField" };
    records.push({ identifier, data: reader.take(size) });
  }
  const problem = reader.problem();
  return problem ? { ok: false, problem } : { ok: true, value: records };
}

function sizeUntil(bytes: Uint8Array, from: number, following: readonly number[]): number | undefined {
  const [next] = following;
  if (next === undefined) return bytes.length - from;
  const places: number[] = [];
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] === next >> 8 && bytes[at + 1] === (next & 255)) places.push(at - from);
  }
  return places.length === 1 ? places[0] : undefined;
}
