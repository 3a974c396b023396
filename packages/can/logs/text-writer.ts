import type { FrameBatch } from "../frame/batch.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { LogOutput, LogWriter } from "./writer.ts";

/** A writer whose frames are lines. */
export abstract class TextWriter implements LogWriter {
  skipped = 0;
  adjusted = 0;
  reduced = 0;
  protected readonly text = new TextBuffer();
  private readonly output: LogOutput;
  private begun = false;

  constructor(output: LogOutput) {
    this.output = output;
  }

  /** The lines before the first frame; without any frame the time is 0. */
  protected abstract header(firstTimeUs: number): void;
  protected abstract line(batch: FrameBatch, i: number): void;
  protected footer(): void {}
  /** Before a comment; undefined: the format has none. */
  protected readonly commentMark: string | undefined = undefined;

  write(batch: FrameBatch): void {
    if (batch.length === 0) return;
    this.begin(batch.timeUs[0] as number);
    for (let i = 0; i < batch.length; i++) {
      this.text.beginLine();
      this.line(batch, i);
    }
    this.output.append(this.text.take());
  }

  end(): void {
    this.begin(0);
    this.text.beginLine();
    this.footer();
    this.tellLosses();
    if (this.text.length > 0) this.output.append(this.text.take());
  }

  /** In the file itself: whoever gets it has not seen the page or the console that made it. */
  private tellLosses(): void {
    if (this.commentMark === undefined) return;
    for (const [frames, what] of [
      [this.skipped, "left out: the format cannot hold them"],
      [this.adjusted, "with the nearest time that the format can hold"],
      [this.reduced, "without something that the format has no place for (flags, what an error frame says)"],
    ] as const) {
      if (frames === 0) continue;
      this.text.beginLine();
      this.text.text(`${this.commentMark} frames ${what}: ${frames}\n`);
    }
  }

  private begin(firstTimeUs: number): void {
    if (this.begun) return;
    this.begun = true;
    this.text.beginLine();
    this.header(firstTimeUs);
  }
}
