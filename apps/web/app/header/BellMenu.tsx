import { Bell } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Popover } from "../../ui/float/Popover.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./header.module.css";

/** The place of the message bell; messages themselves are still coming (MSG-01). */
export function BellMenu() {
  const t = useText();
  const label = t("app.header.bell");
  return (
    <Popover
      label={label}
      align="end"
      trigger={(props) => (
        <button type="button" {...props} className={styles.tool} title={label}>
          <Icon of={Bell} label={label} />
        </button>
      )}
    >
      <EmptyState icon={Bell} title={t("app.bell.empty")} text={t("app.bell.emptyNote")} />
    </Popover>
  );
}
