import { useText } from "../platform/i18n.ts";
import { Select } from "../ui/form/Select.tsx";
import { type ListState, withFilter } from "../ui/list/list-address.ts";
import "./texts.ts";

/** In the order of their numbers. */
export const ANALYSIS_STATES = ["analysing", "success", "error", "cancelled"] as const;

/** FIL-04: narrows a list to a state of analysis. */
export function AnalysisStatus({ state, onState }: { state: ListState; onState(state: ListState): void }) {
  const t = useText();
  return (
    <Select<string>
      aria-label={t("files.list.analysis")}
      options={[
        { value: "", label: t("files.list.anyStatus") },
        ...ANALYSIS_STATES.map((one, value) => ({ value: String(value), label: t(`files.status.${one}`) })),
      ]}
      value={state.filters.status ?? ""}
      onChange={(value) => onState(withFilter(state, "status", value))}
    />
  );
}
