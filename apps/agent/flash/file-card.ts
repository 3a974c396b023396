import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FlashTraceEntry } from "@canopy/contract/device-link/flash/flash-message";
import type { FlashCard, FlashJournal } from "@canopy/contract/device-link/flash/flash-terminal";
import { FileImage } from "../firmware/file-image.ts";

/** Images, journal, trace and counters of flashing as files: a restart goes on with them. */
export class FileCard implements FlashCard {
  readonly #folder: string;
  #order = "";

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  image(sha256: string): FileImage {
    return new FileImage(this.#path(`${sha256}.image`));
  }

  keep({ order, state }: FlashJournal): void {
    // The order is the same through a run; the state is small and written before every request.
    if (this.#order !== order.run) this.#write("order.json", order);
    this.#order = order.run;
    this.#write("state.json", { run: order.run, state });
  }

  journal(): FlashJournal | null {
    const order = this.#read("order.json");
    const kept = this.#read("state.json");
    return order && kept && kept.run === order.run ? { order, state: kept.state } : null;
  }

  append(entries: readonly FlashTraceEntry[]): void {
    appendFileSync(this.#path("trace.jsonl"), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  }

  /** A line that a loss of power cut short ends it, and is taken away: the next entries begin a line of their own. */
  trace(): FlashTraceEntry[] {
    const entries: FlashTraceEntry[] = [];
    const text = this.#text("trace.jsonl");
    let whole = 0;
    // Behind the last end of a line is nothing, or what was cut short.
    for (const line of text.split("\n").slice(0, -1)) {
      const entry = parse(line);
      if (entry === undefined) break;
      entries.push(entry);
      whole += line.length + 1;
    }
    if (whole < text.length) truncateSync(this.#path("trace.jsonl"), Buffer.byteLength(text.slice(0, whole)));
    return entries;
  }

  clear(): void {
    this.#order = "";
    for (const name of ["order.json", "state.json", "trace.jsonl"]) rmSync(this.#path(name), { force: true });
  }

  counter(part: string): number {
    return this.#read("counters.json")?.[part] ?? 0;
  }

  setCounter(part: string, counter: number): void {
    this.#write("counters.json", { ...this.#read("counters.json"), [part]: counter });
  }

  #write(name: string, content: unknown): void {
    writeFileSync(this.#path(`${name}.new`), JSON.stringify(content), { flush: true });
    renameSync(this.#path(`${name}.new`), this.#path(name));
  }

  #read(name: string) {
    return parse(this.#text(name));
  }

  #text(name: string): string {
    try {
      return readFileSync(this.#path(name), "utf8");
    } catch {
      return "";
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
