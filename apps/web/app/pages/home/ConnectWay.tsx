import { Check, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../../ui/marks/Icon.tsx";
import styles from "./home.module.css";

export interface ConnectWayProps {
  chosen: boolean;
  onChoose(): void;
  icon: LucideIcon;
  title: string;
  note: string;
  /** The action and its hint. */
  actions: ReactNode;
  /** The server's answer. */
  problem?: string | undefined;
  children: ReactNode;
}

/** One of the ways side by side. */
export function ConnectWay({ chosen, onChoose, icon, title, note, actions, problem, children }: ConnectWayProps) {
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
        {actions}
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
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
