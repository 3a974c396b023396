import { FrameOutput } from "./frame-output.ts";
import type { ByteRange, Reading } from "./mdf4/blocks.ts";
import type { LogReader, LogSink } from "./reader.ts";

const NOTHING = new Uint8Array(0);

/** A reader of a format that jumps: `read` asks for ranges of the file, and gets them from the bytes read last. */
export abstract class RangeReader implements LogReader {
  position = 0;
  done = false;
  startUs = 0;
  abstract readonly bytesRead: number;
  protected readonly out: FrameOutput;
  private readonly reading: Reading<void>;
  private request: ByteRange = { at: 0, length: 0 };
  /** The bytes read last, from `windowAt` on: related blocks lie close together. */
  private window: Uint8Array = NOTHING;
  private windowAt = 0;
  private gathered: Uint8Array = NOTHING;
  private gatheredLength = 0;

  constructor(sink: LogSink) {
    this.out = new FrameOutput(sink);
    this.reading = this.read();
  }

  /** Fewer bytes come back than asked for where the file ends. They are good until the next request. */
  protected abstract read(): Reading<void>;

  /** To be called once, when the reader is made. */
  protected start(): void {
    this.advance(this.reading.next());
  }

  write(chunk: Uint8Array): void {
    if (this.done) return;
    this.gather(chunk);
    if (this.gatheredLength >= this.request.length) this.answer();
    else this.position += chunk.length;
  }

  end(): void {
    if (!this.done) this.answer();
  }

  private gather(chunk: Uint8Array): void {
    const needed = this.gatheredLength + chunk.length;
    if (needed > this.gathered.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.gathered.length));
      larger.set(this.gathered.subarray(0, this.gatheredLength));
      this.gathered = larger;
    }
    this.gathered.set(chunk, this.gatheredLength);
    this.gatheredLength = needed;
  }

  /** Makes the gathered bytes the window, and goes on until a request lies outside of it. */
  private answer(): void {
    const spare = this.window.buffer.byteLength > 0 ? new Uint8Array(this.window.buffer) : new Uint8Array(0);
    this.window = this.gathered.subarray(0, this.gatheredLength);
    this.windowAt = this.request.at;
    this.gathered = spare;
    this.gatheredLength = 0;
    this.advance(this.reading.next(this.window.subarray(0, this.request.length)));
    this.out.flush();
  }

  private advance(first: IteratorResult<ByteRange, void>): void {
    let step = first;
    while (!step.done) {
      const { at, length } = step.value;
      // A link that no file can reach is damage: nothing stands there.
      if (!Number.isSafeInteger(at + length)) {
        step = this.reading.next(NOTHING);
        continue;
      }
      const from = at - this.windowAt;
      if (from < 0 || from + length > this.window.length) {
        this.request = step.value;
        this.position = at;
        return;
      }
      step = this.reading.next(this.window.subarray(from, from + length));
    }
    this.done = true;
  }
}
