import { exportAlarmRules } from "@canopy/contract/alarms/rules";
import { useMutation } from "@tanstack/react-query";
import { saveText } from "../../devices/config/save-text.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { addNote } from "../../ui/float/notes.ts";

/** TRG-02: all rules as a file, or those with these names, which are unique in a tenant. */
export function useRuleExport() {
  return useMutation({
    mutationFn: async (names: ReadonlySet<string> | undefined) => {
      const { rules } = await api(exportAlarmRules, {});
      return names ? rules.filter(({ name }) => names.has(name)) : rules;
    },
    onSuccess: (rules) => saveText(`${JSON.stringify({ rules }, null, 2)}\n`, "trigger-rules.json", "application/json"),
    onError: (problem) => void addNote({ tone: "ordinary", text: troubleOf(problem).text }),
  });
}
