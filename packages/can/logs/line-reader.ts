import { FrameOutput } from "./frame-output.ts";
import type { LogProblemCode, LogReader, LogSink } from "./reader.ts";

/** The longest real line is a CAN FD line of ASC, about 400 bytes; a longer one is not text. */
const MAX_LINE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Cuts chunks into lines without copying, except the one line that a chunk border splits. */
export abstract class LineReader implements LogReader {
  position = 0;
  done = false;
  startUs = 0;
  protected readonly out: FrameOutput;
  /** Number of the current line, from 1, and the offset of its first byte in the file. */
  protected line = 0;
  private chunkOffset = 0;
  private carry = new Uint8Array(1024);
  private carried = 0;
  private skipping = false;

  constructor(sink: LogSink) {
    this.out = new FrameOutput(sink);
  }

  get bytesRead(): number {
    return this.position;
  }

  /** One line, `bytes[from, to)`, without its line end. */
  protected abstract readLine(bytes: Uint8Array, from: number, to: number): void;

  write(chunk: Uint8Array): void {
    let at = this.carried > 0 || this.skipping ? this.finishCarried(chunk) : 0;
    this.chunkOffset = this.position;
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, at);
      if (newline < 0) break;
      this.takeLine(chunk, at, newline);
      at = newline + 1;
    }
    this.position += chunk.length;
    this.stash(chunk, at);
    this.out.flush();
  }

  end(): void {
    if (this.carried > 0) {
      this.chunkOffset = this.position - this.carried;
      this.takeLine(this.carry, 0, this.carried);
      this.carried = 0;
    }
    this.atEnd();
    this.out.flush();
    this.done = true;
  }

  /** For formats that can tell from their last line whether they are whole. */
  protected atEnd(): void {}

  protected bad(from: number, code: LogProblemCode = "badLine"): void {
    this.out.problem(code, this.chunkOffset + from, this.line);
  }

  private takeLine(bytes: Uint8Array, from: number, newline: number): void {
    this.line++;
    const to = newline > from && bytes[newline - 1] === RETURN ? newline - 1 : newline;
    const first = this.line === 1 ? from + bomLength(bytes, from) : from;
    if (to > first) this.readLine(bytes, first, to);
    this.out.flushIfFull();
  }

  /** Completes the carried line with the beginning of the chunk; returns where the next line begins. */
  private finishCarried(chunk: Uint8Array): number {
    const newline = chunk.indexOf(NEWLINE);
    if (newline < 0) return 0;
    if (this.skipping) {
      this.skipping = false;
      this.line++;
      return newline + 1;
    }
    const length = this.carried + newline;
    this.reserve(length);
    this.carry.set(chunk.subarray(0, newline), this.carried);
    this.chunkOffset = this.position - this.carried;
    this.carried = 0;
    this.takeLine(this.carry, 0, length);
    return newline + 1;
  }

  private stash(chunk: Uint8Array, from: number): void {
    if (this.skipping || from === chunk.length) return;
    const length = this.carried + chunk.length - from;
    if (length > MAX_LINE_BYTES) {
      this.out.problem("lineTooLong", this.position - length, this.line + 1);
      this.skipping = true;
      this.carried = 0;
      return;
    }
    this.reserve(length);
    this.carry.set(chunk.subarray(from), this.carried);
    this.carried = length;
  }

  private reserve(length: number): void {
    if (length <= this.carry.length) return;
    const larger = new Uint8Array(Math.min(Math.max(length, this.carry.length * 2), 2 * MAX_LINE_BYTES));
    larger.set(this.carry.subarray(0, this.carried));
    this.carry = larger;
  }
}

/** Editors put a byte order mark in front of UTF-8; it is no part of the first line. */
function bomLength(bytes: Uint8Array, from: number): number {
  return bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? 3 : 0;
}
