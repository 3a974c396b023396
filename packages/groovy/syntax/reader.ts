import type { Position } from "./problem.ts";

/** Characters of a source with their line and column. Line ends are `\n` alone. */
export class Reader {
  readonly text: string;
  offset = 0;
  private line = 1;
  private lineStart = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** "" after the end. */
  peek(ahead = 0): string {
    return this.text.charAt(this.offset + ahead);
  }

  atEnd(): boolean {
    return this.offset >= this.text.length;
  }

  take(): string {
    const char = this.text.charAt(this.offset++);
    if (char === "\n") {
      this.line++;
      this.lineStart = this.offset;
    }
    return char;
  }

  skip(count: number): void {
    for (let i = 0; i < count; i++) this.take();
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.offset);
  }

  position(): Position {
    return { line: this.line, column: this.offset - this.lineStart + 1 };
  }
}
