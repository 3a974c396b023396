import { crc32 } from "../../bytes/crc32.ts";

const ROUTINE_CHECK_MEMORY = 0x0202;
const ROUTINE_CHECK_DEPENDENCIES = 0xff01;
const GOOD = 0;
const BAD = 1;

export interface SoftwareSettings {
  /** Where the version is read, usually F195. */
  identifier: number;
  version: Uint8Array;
  /** The version that a flashed memory says of itself. */
  versionOf: (flash: Uint8Array) => Uint8Array;
}

interface Range {
  address: number;
  size: number;
}

/**
 * Memory with a boot loader: an erase makes the application invalid, the ECU's own check of a CRC over all that was
 * erased, and then of the dependencies, makes it valid again. An invalid one is not started: the ECU stays in boot mode
 * and tells no software version.
 */
export class FlashMemory {
  readonly bytes: Uint8Array;
  readonly start: number;
  private readonly software: SoftwareSettings | undefined;
  private readonly identifiers: Map<number, Uint8Array>;
  private isValid = true;
  private isChecked = false;
  private erased: Range[] = [];

  constructor(
    { start, size }: { start: number; size: number },
    identifiers: Map<number, Uint8Array>,
    software?: SoftwareSettings,
  ) {
    this.start = start;
    this.bytes = new Uint8Array(size).fill(0xff);
    this.identifiers = identifiers;
    this.software = software;
    if (software) identifiers.set(software.identifier, software.version);
  }

  get isInBoot(): boolean {
    return !this.isValid;
  }

  contains(address: number, size: number): boolean {
    return address >= this.start && address + size <= this.start + this.bytes.length;
  }

  beginErase(range: Range): void {
    this.isValid = false;
    this.isChecked = false;
    if (this.software) this.identifiers.delete(this.software.identifier);
    const isApart = ({ address, size }: Range) =>
      address >= range.address + range.size || address + size <= range.address;
    this.erased = [...this.erased.filter(isApart), { address: range.address, size: range.size }];
  }

  erase({ address, size }: Range): void {
    this.bytes.fill(0xff, address - this.start, address - this.start + size);
  }

  /** Programming clears bits, only an erase sets them. */
  write(address: number, data: Uint8Array): void {
    const from = address - this.start;
    for (let i = 0; i < data.length; i++) this.bytes[from + i] = (this.bytes[from + i] ?? 0) & (data[i] ?? 0);
    this.isChecked = false;
  }

  /** Status of a routine; undefined: it is not one of the memory. */
  check(routine: number, data: Uint8Array): number | undefined {
    if (!this.software) return undefined;
    if (routine === ROUTINE_CHECK_MEMORY) {
      this.isChecked = data.length >= 4 && crcOf(data) === crc32(this.content());
      return this.isChecked ? GOOD : BAD;
    }
    if (routine !== ROUTINE_CHECK_DEPENDENCIES) return undefined;
    this.isValid = this.isChecked;
    return this.isValid ? GOOD : BAD;
  }

  /** A reset, or power that came back. */
  boot(): void {
    if (!this.software || !this.isValid) return;
    if (this.erased.length > 0) this.identifiers.set(this.software.identifier, this.software.versionOf(this.bytes));
    this.erased = [];
  }

  private content(): Uint8Array {
    const ranges = [...this.erased].sort((a, b) => a.address - b.address);
    const bytes = new Uint8Array(ranges.reduce((sum, { size }) => sum + size, 0));
    let at = 0;
    for (const { address, size } of ranges) {
      bytes.set(this.bytes.subarray(address - this.start, address - this.start + size), at);
      at += size;
    }
    return bytes;
  }
}

function crcOf(data: Uint8Array): number {
  return new DataView(data.buffer, data.byteOffset + data.length - 4, 4).getUint32(0);
}
