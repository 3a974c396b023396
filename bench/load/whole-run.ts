import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { BenchResult } from "../run.ts";

type Figures = Readonly<Record<string, number>>;
type Named = BenchResult & { readonly bench: string };

const PAGE = join(import.meta.dirname, "../../docs/benchmarks.md");
const TITLE = "## The last whole run";

/** `npm run bench -- all`: each by itself, one after the other; one that fails does not end the run. */
export async function runAll(names: readonly string[], args: readonly string[]): Promise<number> {
  const rows: string[] = [];
  let failed = 0;
  for (const name of names) {
    console.log(`${name} …`);
    // What the one before has written would be brought to the disk beside the next.
    execFileSync("sync");
    const result = await runOne(name, args);
    if (result === undefined) failed += 1;
    rows.push(...(result ? rowsOf(result) : [failedRow(name)]));
    writeFileSync(PAGE, withRun(readFileSync(PAGE, "utf8"), machine(), rows));
  }
  return failed === 0 ? 0 : 1;
}

const failedRow = (name: string) => `| \`${name}\` | failed | | | |`;

/** `npm run bench -- failed`: what failed in the last whole run, once more; each row says where it was measured then. */
export async function runFailed(names: readonly string[], args: readonly string[]): Promise<number> {
  let failed = 0;
  for (const name of names.filter((each) => readFileSync(PAGE, "utf8").includes(failedRow(each)))) {
    console.log(`${name} …`);
    const result = await runOne(name, args);
    if (result === undefined) failed += 1;
    else writeFileSync(PAGE, withRepeated(readFileSync(PAGE, "utf8"), machine(), result));
  }
  return failed === 0 ? 0 : 1;
}

async function runOne(name: string, args: readonly string[]): Promise<Named | undefined> {
  const script = join(import.meta.dirname, "../run.ts");
  const child = spawn(process.execPath, [...process.execArgv, script, name, ...args, "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += String(chunk);
  });
  const [code] = await once(child, "exit");
  const last = text.trim().split("\n").at(-1) ?? "";
  return code === 0 ? (JSON.parse(last) as Named) : undefined;
}

function machine(): string {
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();
  const model = cpus()[0]?.model ?? "unknown";
  const memory = Math.round(totalmem() / 1024 ** 3);
  const day = new Date().toISOString().slice(0, 10);
  return `${arch()} (${model}), ${availableParallelism()} cores, ${memory} GiB, ${day}, ${commit}`;
}

/** A row for each figure that has a peer or a limit of the same name. */
export function rowsOf({ bench, metrics, peers, ratios }: Named): string[] {
  return Object.entries(metrics).flatMap(([figure, value]) => {
    const beside = Object.entries(peers).filter(([, figures]) => figures[figure] !== undefined);
    if (beside.length === 0) return [];
    const peer = beside.map(([name, figures]) => `${name} ${readable(figures, figure)}`).join(", ");
    const ratio = ratios[figure] === undefined ? "" : readable(ratios, figure);
    return [`| \`${bench}\` | ${figure} | ${readable({ [figure]: value }, figure)} | ${peer} | ${ratio} |`];
  });
}

function readable(figures: Figures, name: string): string {
  const value = figures[name] ?? Number.NaN;
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}

/** The page with the rows of one that had failed. */
export function withRepeated(page: string, where: string, result: Named): string {
  const rows = rowsOf(result).map((row) => row.replace(`| \`${result.bench}\` |`, `| \`${result.bench}\`, ${where} |`));
  return page.replace(failedRow(result.bench), () => rows.join("\n"));
}

/** The page with the section of the whole run made anew; the rows above it are kept by hand. */
export function withRun(page: string, where: string, rows: readonly string[]): string {
  const [before = ""] = page.split(`\n${TITLE}\n`);
  const head = "| bench | figure | measured | peer or limit | ratio: 1 and more is reached |\n|---|---|---|---|---|";
  return `${before.trimEnd()}\n\n${TITLE}\n\nWritten by \`npm run bench -- all\`: ${where}.\n\n${head}\n${rows.join("\n")}\n`;
}
