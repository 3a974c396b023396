/** CAP-03: how near a source is to its quota. */
export type WarningLevel = "normal" | "warning" | "full";

export interface Amount {
  readonly used: number;
  /** Null: no quota. */
  readonly total: number | null;
}

const MB = 1024 * 1024;
/** CAP-02: the quota of data where the package is not known. */
export const UNKNOWN_PACKAGE_BYTES = 1024 * MB;
const WARNING_SHARE = 0.05;
const DOWNLOAD_WARNING_BYTES = 300 * MB;

/** Data warns below 5 % remaining, not at it. */
export function dataLevel({ used, total }: Amount): WarningLevel {
  if (total === null) return "normal";
  const left = total - used;
  if (left <= 0) return "full";
  return left < total * WARNING_SHARE ? "warning" : "normal";
}

/** Files warn at 5 % remaining. */
export function fileLevel({ used, total }: Amount): WarningLevel {
  if (total === null) return "normal";
  const left = total - used;
  if (left <= 0) return "full";
  return left <= total * WARNING_SHARE ? "warning" : "normal";
}

export function downloadLevel({ used, total }: Amount): WarningLevel {
  if (total === null) return "normal";
  const left = total - used;
  if (left <= 0) return "full";
  return left <= DOWNLOAD_WARNING_BYTES ? "warning" : "normal";
}

const RANK: Record<WarningLevel, number> = { normal: 0, warning: 1, full: 2 };

/** The worst of all sources. */
export function worstOf(levels: readonly WarningLevel[]): WarningLevel {
  return levels.reduce<WarningLevel>((worst, level) => (RANK[level] > RANK[worst] ? level : worst), "normal");
}
