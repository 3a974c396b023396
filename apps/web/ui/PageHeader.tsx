import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../platform/i18n.ts";
import { IconButton } from "./marks/IconButton.tsx";
import styles from "./page.module.css";

interface PageHeaderProps {
  title: ReactNode;
  onBack?: () => void;
  /** State chips beside the title. */
  chips?: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
}

/** Reads left to right: where, what; at the right what can be done, the main one last. */
export function PageHeader({ title, onBack, chips, facts, actions }: PageHeaderProps) {
  const t = useText();
  return (
    <header className={styles.header}>
      {onBack && <IconButton icon={ChevronLeft} label={t("ui.action.back")} onClick={onBack} />}
      <h1 className={styles.headerTitle}>{title}</h1>
      {chips}
      {facts && <div className={styles.headerFacts}>{facts}</div>}
      {actions && <div className={styles.headerActions}>{actions}</div>}
    </header>
  );
}
