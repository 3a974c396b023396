/** Standard output that waits for its reader: `canopy decode big.log | slow` stays small. */
export class TextOutput {
  private parts: string[] = [];
  private error: Error | undefined;

  constructor() {
    process.stdout.on("error", (error) => {
      this.error = error;
    });
  }

  add(text: string): void {
    this.parts.push(text);
  }

  async flush(): Promise<void> {
    if (this.error) throw this.error;
    if (this.parts.length === 0) return;
    const text = this.parts.join("");
    this.parts = [];
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }
}
