import type { Gap } from "@canopy/contract/files/gaps";
import { RUNNING_STATES } from "@canopy/contract/files/recalls";

type GapFile = Gap["files"][number];

export const isUnderWay = ({ recall_state }: GapFile) => recall_state !== null && RUNNING_STATES.includes(recall_state);

/** Files that a recall of the gap fetches. */
export const filesToRecall = ({ files }: Gap): readonly GapFile[] =>
  files.filter((file) => !file.is_writing && !file.is_too_large && !file.is_in_cloud && !isUnderWay(file));

interface GapRecall {
  readonly names: readonly string[];
  readonly size: number;
  readonly gaps: number;
}

/** Of gaps in their order, each file once, as many whole gaps as fit into the queue of the device. */
export function recallOf(gaps: readonly Gap[], most: number): GapRecall {
  const files = new Map<string, number>();
  let count = 0;
  for (const gap of gaps) {
    const wanted = filesToRecall(gap);
    const added = wanted.filter(({ name }) => !files.has(name));
    if (wanted.length === 0) continue;
    if (count > 0 && files.size + added.length > most) break;
    count += 1;
    for (const { name, size } of added.slice(0, most)) files.set(name, size);
  }
  const size = [...files.values()].reduce((sum, one) => sum + one, 0);
  return { names: [...files.keys()], size, gaps: files.size === 0 ? 0 : count };
}

/** `96.1 %`. What is not quite all or not quite nothing is not rounded to it. */
export function shareText(share: number): string {
  const percent = 100 * share;
  if (percent > 0 && percent < 0.1) return "< 0.1 %";
  if (percent < 100 && percent > 99.9) return "> 99.9 %";
  return `${percent === 0 || percent === 100 ? percent : percent.toFixed(1)} %`;
}
