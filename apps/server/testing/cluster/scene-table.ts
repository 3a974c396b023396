import type { SceneReport, SceneRun } from "./run-scenes.ts";

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const longest = (runs: readonly SceneRun[], of: (run: SceneRun) => number) => Math.max(...runs.map(of));

function median(runs: readonly SceneRun[], of: (run: SceneRun) => number): number {
  const sorted = runs.map(of).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The summary of a run in Markdown: each scene, how often, what terminals and people noticed. */
export function sceneTable({ seed, runs, batches, frames, connections, faults }: SceneReport): string {
  const rows = [...Map.groupBy(runs, ({ scene }) => scene)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([scene, of]) => {
      const ready = `${seconds(median(of, (run) => run.readyMs))} (${seconds(longest(of, (run) => run.readyMs))})`;
      const gaps = [
        longest(of, (run) => run.healthyGapMs),
        longest(of, (run) => run.gapMs),
        longest(of, (run) => run.commandGapMs),
        longest(of, (run) => run.liveGapMs),
      ];
      const errors = `${total(of, (run) => run.errors)}; ${total(of, (run) => run.failedCommands)}`;
      return `| ${scene} | ${of.length} | ${gaps.map(seconds).join(" | ")} | ${ready} | ${errors} |`;
    });
  return [
    "| scene | times | longest gap of acknowledgements: terminals that it does not concern | of all terminals | of commands | of live frames | whole again from its beginning, median (longest) | lines of level error; failed commands |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
    "",
    `Seed ${seed}. ${frames} frames in ${batches} batches over ${connections} connections; lost, doubled, damaged or miscounted frames and processes that ended by themselves: ${faults.length}.`,
    ...faults.map((fault) => `- ${fault}`),
    "",
  ].join("\n");
}

const total = (runs: readonly SceneRun[], of: (run: SceneRun) => number) => runs.reduce((sum, run) => sum + of(run), 0);
