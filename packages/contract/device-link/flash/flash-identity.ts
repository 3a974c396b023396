import { withoutFilling } from "@canopy/can/uds/flash/filling";
import { readDataByIdentifier } from "@canopy/can/uds/services/read-data-by-identifier";
import type { FlashOrder } from "./flash-order.ts";

/** ISO 14229-1 annex C.1: numbers of an ECU. */
const DID = { vin: 0xf190, part: 0xf187, hardware: 0xf191, boot: 0xf180, software: 0xf195 } as const;
type Named = keyof typeof DID;

export interface IdentityVerdict {
  holds: boolean | null;
  /** What differs or is not told, with what was read. */
  value: string;
}

/** The numbers of the vehicle and its ECU, read one after the other. */
export class FlashIdentity {
  private readonly wanted: readonly [Named, readonly string[]][];
  private readonly read = new Map<Named, string | null>();

  /** An erased ECU has no software to tell of. */
  constructor({ vin, manifest }: Pick<FlashOrder, "vin" | "manifest">, isErased: boolean) {
    const { part_number, hardware, boot, software_from, software_to } = manifest;
    const asked: [Named, readonly string[]][] = [
      ["vin", [vin]],
      ["part", [part_number]],
      ["hardware", [hardware]],
    ];
    if (boot !== "") asked.push(["boot", [boot]]);
    // The version that it brings may be written again.
    if (!isErased && software_from.length > 0) asked.push(["software", [...software_from, software_to]]);
    this.wanted = asked;
  }

  /** Null: all were asked. */
  next(): Uint8Array | null {
    const name = this.wanted.find(([one]) => !this.read.has(one))?.[0];
    return name === undefined ? null : readDataByIdentifier.encodeRequest({ identifiers: [DID[name]] });
  }

  /** Null: no answer, or a refusal. */
  take(answer: Uint8Array | null): void {
    const name = this.wanted.find(([one]) => !this.read.has(one))?.[0];
    if (name === undefined) return;
    const decoded = answer && readDataByIdentifier.decodeResponse(answer);
    this.read.set(name, decoded?.ok ? textOf(decoded.value.data) : null);
  }

  verdict(): IdentityVerdict {
    const silent = this.wanted.filter(([name]) => this.read.get(name) === null);
    const other = this.wanted.filter(([name, values]) => {
      const read = this.read.get(name);
      return typeof read === "string" && !values.includes(read);
    });
    const value = [...other, ...silent].map(([name]) => `${name} ${this.read.get(name) ?? "?"}`).join(", ");
    if (other.length > 0) return { holds: false, value: value.slice(0, 200) };
    return { holds: silent.length > 0 ? null : true, value: value.slice(0, 200) };
  }
}

/** Numbers are text. */
function textOf(data: Uint8Array): string {
  return new TextDecoder("latin1").decode(withoutFilling(data)).trimEnd();
}
