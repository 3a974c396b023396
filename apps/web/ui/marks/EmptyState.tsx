import { Inbox, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "../page.module.css";
import { Icon } from "./Icon.tsx";

interface EmptyStateProps {
  icon?: LucideIcon;
  /** One sentence: what would stand here. */
  title: string;
  text?: ReactNode;
  /** The ways to go on. */
  actions?: ReactNode;
}

export function EmptyState({ icon = Inbox, title, text, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon of={icon} size={28} />
      <p className={styles.stateTitle}>{title}</p>
      {text && <p className={styles.stateText}>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
