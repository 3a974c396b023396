export interface DiffLine {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** Line by line, with the fewest changes (longest common subsequence); lines far from any change are left out. */
export function lineDiff(from: readonly string[], to: readonly string[], around = 3): DiffLine[] {
  const all = compare(from, to);
  const isNear = all.map((_, i) =>
    all.slice(Math.max(0, i - around), i + around + 1).some(({ kind }) => kind !== "same"),
  );
  return all.filter((_, i) => isNear[i]);
}

function compare(from: readonly string[], to: readonly string[]): DiffLine[] {
  const lengths = commonLengths(from, to);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    const [gone, came] = [from[i], to[j]];
    if (gone !== undefined && gone === came) {
      lines.push({ kind: "same", text: gone });
      i++;
      j++;
    } else if (gone !== undefined && (came === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "gone", text: gone });
      i++;
    } else {
      lines.push({ kind: "new", text: came ?? "" });
      j++;
    }
  }
  return lines;
}

/** How many lines two rests have in common. */
function commonLengths(from: readonly string[], to: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint32Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? new Uint32Array();
    const next = lengths[i + 1] ?? new Uint32Array();
    for (let j = to.length - 1; j >= 0; j--) {
      row[j] = from[i] === to[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
