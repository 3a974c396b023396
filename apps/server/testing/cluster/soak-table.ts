import type { SoakReport } from "../faults/soak.ts";

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The summary of a run in Markdown: each part, how often it was killed and how soon everything was ready again. */
export function soakTable<Part extends string>(report: SoakReport<Part>, parts: readonly Part[]): string {
  const rows = parts.map((part) => {
    const times = report.recoveries
      .filter(({ victim }) => victim === part)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
    const [median = 0, longest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    const ready = times.length === 0 ? "–" : `${seconds(median)} (${seconds(longest)})`;
    return `| ${part} | ${times.length} | ${ready} |`;
  });
  const { batches, frames, connections, faults } = report;
  return [
    "| part | kills | ready again, median (longest) |",
    "|---|---|---|",
    ...rows,
    "",
    `${frames} frames in ${batches} batches over ${connections} connections; lost, doubled or damaged: ${faults.length}.`,
    "",
  ].join("\n");
}
