import { BLOCK_HEADER_BYTES } from "./blocks.ts";

/** A block: "##" and id, length, number of links, links, data; padded to the next multiple of 8. */
export function block(id: string, links: readonly number[], data: Uint8Array): Uint8Array {
  const length = BLOCK_HEADER_BYTES + 8 * links.length + data.length;
  const bytes = new Uint8Array(Math.ceil(length / 8) * 8);
  const view = new DataView(bytes.buffer);
  bytes.set([0x23, 0x23, id.charCodeAt(0), id.charCodeAt(1)]);
  setUint64(view, 8, length);
  setUint64(view, 16, links.length);
  links.forEach((link, i) => {
    setUint64(view, BLOCK_HEADER_BYTES + 8 * i, link);
  });
  bytes.set(data, BLOCK_HEADER_BYTES + 8 * links.length);
  return bytes;
}

export function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 0x100000000, true);
  view.setUint32(at + 4, Math.floor(value / 0x100000000), true);
}

export function uint64Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  setUint64(new DataView(bytes.buffer), 0, value);
  return bytes;
}

/** Blocks one behind the other, from a given address on. */
export class BlockBuilder {
  private readonly base: number;
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  constructor(base: number) {
    this.base = base;
  }

  /** The address of the new block. */
  add(id: string, links: readonly number[], data: Uint8Array): number {
    const bytes = block(id, links, data);
    const at = this.base + this.length;
    this.parts.push(bytes);
    this.length += bytes.length;
    return at;
  }

  text(id: "TX" | "MD", text: string): number {
    return this.add(id, [], new TextEncoder().encode(`${text}\0`));
  }

  bytes(): Uint8Array {
    const joined = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }
}
