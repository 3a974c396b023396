import { Check, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./home.module.css";

export interface ConnectWayProps {
  chosen: boolean;
  onChoose(): void;
  icon: LucideIcon;
  title: string;
  note: string;
  action: string;
  /** Beside the action. */
  aside?: string;
  children: ReactNode;
}

/** One of the ways side by side. Its action says why it cannot be used yet. */
export function ConnectWay({ chosen, onChoose, icon, title, note, action, aside, children }: ConnectWayProps) {
  const t = useText();
  return (
    <div className={styles.way}>
      <label className={styles.head}>
        <input type="radio" name="way" checked={chosen} onChange={onChoose} />
        <span className={styles.icon}>
          <Icon of={icon} size={18} />
        </span>
        <span>
          <span className={styles.wayTitle}>{title}</span>
          <span className={styles.wayNote}>{note}</span>
        </span>
      </label>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>
        <Button denied={t("app.home.later")}>{action}</Button>
        {aside}
      </div>
    </div>
  );
}

export function Points({ texts, numbered = false }: { texts: readonly string[]; numbered?: boolean }) {
  return (
    <ol className={styles.points}>
      {texts.map((text, i) => (
        <li key={text}>
          <span className={styles.mark} aria-hidden="true">
            {numbered ? i + 1 : <Icon of={Check} size={12} />}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
