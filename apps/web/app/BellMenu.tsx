import { Bell } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Popover } from "../ui/Popover.tsx";
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
