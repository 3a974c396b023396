import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlashTrace } from "@canopy/contract/device-link/flash/flash-trace";
import { expect, it, onTestFinished } from "vitest";
import { FileCard } from "./file-card.ts";

const card = (folder: string) => new FileCard(folder);

it("a trace goes on behind an entry that a loss of power cut short, and is whole after the next loss [UDS-04]", () => {
  const folder = mkdtempSync(join(tmpdir(), "canopy-card-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const trace = new FlashTrace();
  const add = (text: string) => trace.add({ kind: "note", phase: "erase", text }, 1.7e15);
  card(folder).append([add("one"), add("two µ")]);
  for (const torn of ['{"n":2,"time_', JSON.stringify({ n: 2 })]) {
    appendFileSync(join(folder, "trace.jsonl"), torn);
    const next = card(folder);
    expect(next.trace()).toEqual(trace.entries);
    next.append([add("three")]);
    expect(card(folder).trace()).toEqual(trace.entries);
  }
});
