import { dlcOfSize, FLAG_BRS, FLAG_EXTENDED, FLAG_FD, type Frame, sizeOfDlc } from "../frame/frame.ts";
import type { IsoTpAddress } from "./address.ts";
import type { IsoTpOptions } from "./options.ts";
import { MAX_12_BIT_LENGTH, singleFrameCapacity } from "./pci.ts";

const DEFAULT_FILL = 0xcc;

/** Turns PCI bytes and payload into a frame: address byte first, filled to a length the bus knows. */
export class FrameBuilder {
  private readonly address: IsoTpAddress;
  private readonly options: IsoTpOptions;
  readonly prefixSize: number;

  constructor(address: IsoTpAddress, options: IsoTpOptions) {
    this.address = address;
    this.options = options;
    this.prefixSize = address.txPrefix === undefined ? 0 : 1;
  }

  get singleCapacity(): number {
    return singleFrameCapacity(this.options.txDl, this.prefixSize);
  }

  get consecutiveCapacity(): number {
    return this.options.txDl - this.prefixSize - 1;
  }

  single(bytes: Uint8Array, nowUs: number): Frame {
    const fitsClassic = bytes.length <= singleFrameCapacity(8, this.prefixSize);
    return this.frame(fitsClassic ? [bytes.length] : [0, bytes.length], bytes, nowUs);
  }

  /** The first frame, and how many bytes of the message it carries. */
  first(message: Uint8Array, nowUs: number): { frame: Frame; carried: number } {
    const n = message.length;
    const pci =
      n <= MAX_12_BIT_LENGTH
        ? [0x10 | (n >> 8), n & 255]
        : [0x10, 0, (n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
    const carried = this.options.txDl - this.prefixSize - pci.length;
    return { frame: this.frame(pci, message.subarray(0, carried), nowUs), carried };
  }

  consecutive(sequence: number, data: Uint8Array, nowUs: number): Frame {
    return this.frame([0x20 | (sequence & 15)], data, nowUs);
  }

  flowControl(status: number, nowUs: number): Frame {
    return this.frame([0x30 | status, this.options.blockSize, this.options.stMin], new Uint8Array(0), nowUs);
  }

  private frame(pci: readonly number[], data: Uint8Array, nowUs: number): Frame {
    const { txPrefix } = this.address;
    const used = this.prefixSize + pci.length + data.length;
    const bytes = new Uint8Array(this.paddedSize(used)).fill(this.options.padding ?? DEFAULT_FILL);
    if (txPrefix !== undefined) bytes[0] = txPrefix;
    bytes.set(pci, this.prefixSize);
    bytes.set(data, this.prefixSize + pci.length);
    return {
      timeUs: nowUs,
      channel: this.options.channel,
      id: this.address.txId,
      flags: this.flags(),
      size: bytes.length,
      data: bytes,
    };
  }

  /** ISO 15765-2, 10.4.2: padding fills to 8 bytes; above 8 the next valid FD length is mandatory. */
  private paddedSize(used: number): number {
    if (used <= 8) return this.options.padding === null ? used : 8;
    return sizeOfDlc(dlcOfSize(used), true);
  }

  private flags(): number {
    const { txDl, fd, bitRateSwitch } = this.options;
    const isFd = fd || txDl > 8;
    return (
      (this.address.extendedIds ? FLAG_EXTENDED : 0) | (isFd ? FLAG_FD : 0) | (isFd && bitRateSwitch ? FLAG_BRS : 0)
    );
  }
}
