/*
 * The functions of zlib make a codec for each call, which takes longer than a few kilobytes take to pack. The codec of a
 * stream that is never used as one does all of a thread. How a stream speaks with it is Node's own affair: where it is
 * not as we know it, there is none, and the caller takes the function.
 */

interface Handle {
  writeSync(
    flush: number,
    input: Uint8Array,
    inputAt: number,
    inputLength: number,
    output: Uint8Array,
    outputAt: number,
    outputLength: number,
  ): void;
  reset(): void;
  onerror: () => void;
}

interface OpenStream {
  readonly handle: Handle;
  /** After a write: room left in the output, bytes left of the input. */
  readonly left: Uint32Array;
  hasFailed: boolean;
}

interface CodecOptions {
  /** A stream without other users. */
  readonly open: () => object;
  /** Ends the output. */
  readonly flush: number;
  /** zlib stays at the end of its output; zstd restarts by itself. */
  readonly mustReset: boolean;
}

export class SyncCodec {
  readonly #options: CodecOptions;
  /** Undefined until it is made and after a fault, null where Node has none that we know. */
  #open: OpenStream | null | undefined;

  constructor(options: CodecOptions) {
    this.#options = options;
  }

  /**
   * All of the input into `room` bytes of `output` from `at` on, of which one at least stays free; the bytes written.
   * Undefined: it is damaged or longer, or there is no codec.
   */
  write(input: Uint8Array, output: Uint8Array, at: number, room = output.length - at): number | undefined {
    const { open, flush, mustReset } = this.#options;
    if (this.#open === undefined) this.#open = openHandle(open());
    else if (mustReset) this.#open?.handle.reset();
    if (this.#open === null) return undefined;
    const { handle, left } = this.#open;
    handle.writeSync(flush, input, 0, input.length, output, at, room);
    const roomLeft = left[0] as number;
    if (!this.#open.hasFailed && left[1] === 0 && roomLeft > 0) return room - roomLeft;
    // Its unfinished output would continue in the next call.
    this.#open = undefined;
    return undefined;
  }
}

function openHandle(stream: object): OpenStream | null {
  const { _handle: handle, _writeState: left } = stream as { _handle?: Partial<Handle>; _writeState?: unknown };
  const isKnown =
    typeof handle?.writeSync === "function" &&
    typeof handle.reset === "function" &&
    left instanceof Uint32Array &&
    left.length === 2;
  if (!isKnown) return null;
  const open: OpenStream = { handle: handle as Handle, left, hasFailed: false };
  open.handle.onerror = () => {
    open.hasFailed = true;
  };
  return open;
}
