import type { ReactNode } from "react";
import { join } from "../join.ts";
import { Icon } from "./Icon.tsx";
import { LEVEL_ICON } from "./LevelMark.tsx";
import type { Level } from "./levels.ts";
import styles from "./marks.module.css";

interface BannerProps {
  level: Level;
  title?: ReactNode;
  /** Read aloud when it appears: for what goes wrong after an action. */
  alert?: boolean;
  children?: ReactNode;
}

export function Banner({ level, title, alert = false, children }: BannerProps) {
  return (
    <div className={join(styles.banner, styles[level])} role={alert ? "alert" : undefined}>
      <Icon of={LEVEL_ICON[level]} size={16} />
      <div>
        {title && <strong>{title} </strong>}
        {children}
      </div>
    </div>
  );
}
