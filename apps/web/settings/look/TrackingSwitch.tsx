import "./texts.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { customisationQuery, saveCustomisation, useCustomisation } from "../customisation.ts";
import styles from "./look.module.css";

/** NAV-13: the tenant's opt-out. */
export function TrackingSwitch({ isManager }: { isManager: boolean }) {
  const t = useText();
  const client = useQueryClient();
  const { trackingOff = false } = useCustomisation();
  const change = useMutation({
    mutationFn: (isOn: boolean) => saveCustomisation({ trackingOff: !isOn }),
    onSuccess: () => client.invalidateQueries(customisationQuery),
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
  return (
    <div>
      <Checkbox checked={!trackingOff} disabled={!isManager || change.isPending} onChange={change.mutate}>
        {t("settings.look.tracking")}
      </Checkbox>
      <p className={styles.note}>{t("settings.look.trackingNote")}</p>
    </div>
  );
}
