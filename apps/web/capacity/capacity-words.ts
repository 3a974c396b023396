import { formatBytes } from "../platform/formats.ts";
import type { TextKey, Translate } from "../platform/i18n.ts";
import type { CapacityFigures } from "./capacity-queries.ts";
import "./warning-texts.ts";

type Source = keyof CapacityFigures["levels"];
const SOURCES: readonly Source[] = ["data", "file", "download"];

/** CAP-03: one sentence for each source that is full (tips100) or nearly so (tips95), full ones first. */
export function warningsOf(figures: CapacityFigures, t: Translate): string[] {
  const at = (level: "full" | "warning") => SOURCES.filter((source) => figures.levels[source] === level);
  return [
    ...at("full").map((source) => t(fullKey(figures, source))),
    ...at("warning").map((source) => near(figures, source, t)),
  ];
}

function fullKey({ usage }: CapacityFigures, source: Source): TextKey {
  return source === "data" && usage.when_full === "loop" ? "capacity.tips100.loop" : `capacity.tips100.${source}`;
}

function near({ data, files, usage }: CapacityFigures, source: Source, t: Translate): string {
  if (source === "data") {
    const left = formatBytes((data.total ?? 0) - data.used);
    const days = usage.days_to_full;
    return days === null ? t("capacity.tips95.dataSoon", { left }) : t("capacity.tips95.data", { left, days });
  }
  const bytes =
    source === "file"
      ? (files?.total_storage ?? 0) - (files?.used_storage ?? 0)
      : (files?.total_flow ?? 0) - (files?.used_flow ?? 0);
  return t(`capacity.tips95.${source}`, { left: formatBytes(bytes) });
}
