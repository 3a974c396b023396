import { Hourglass } from "lucide-react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./details.module.css";

/** Says what this tab will do, and that it is not built yet. */
export function ComingTab({ title, does }: { title: TextKey; does: TextKey }) {
  const t = useText();
  return (
    <article className={styles.coming}>
      <Icon of={Hourglass} size={24} />
      <h2 className={styles.comingTitle}>
        {t(title)} <Chip tone="tip">{t("app.coming.badge")}</Chip>
      </h2>
      <p>{t(does)}</p>
      <p className={styles.quiet}>{t("app.details.notBuilt")}</p>
    </article>
  );
}
