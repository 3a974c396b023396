import { exportPanel } from "@canopy/contract/statistics/panel-files";
import type { PanelSummary } from "@canopy/contract/statistics/panels";
import { useMutation } from "@tanstack/react-query";
import { saveText } from "../../devices/config/save-text.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { addNote } from "../../ui/float/notes.ts";

/** A panel with its pictures as a file, as it was saved. */
export function useExport({ panel_id, name }: Pick<PanelSummary, "panel_id" | "name">) {
  return useMutation({
    mutationFn: () => api(exportPanel, { params: { panel_id } }),
    onSuccess: (file) => saveText(`${JSON.stringify(file, null, 2)}\n`, `${name}.panel.json`, "application/json"),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
  });
}
