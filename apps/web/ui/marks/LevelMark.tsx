import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { join } from "../join.ts";
import { Icon } from "./Icon.tsx";
import type { Level } from "./levels.ts";
import styles from "./marks.module.css";

/** Circle, triangle, octagon. */
export const LEVEL_ICON: Record<Level, LucideIcon> = { tip: Info, ordinary: TriangleAlert, urgent: OctagonAlert };
const WORD: Record<Level, TextKey> = {
  tip: "ui.level.tip",
  ordinary: "ui.level.ordinary",
  urgent: "ui.level.urgent",
};
const CLASS: Record<Level, string | undefined> = {
  tip: styles.levelTip,
  ordinary: styles.levelOrdinary,
  urgent: styles.levelUrgent,
};

interface LevelMarkProps {
  level: Level;
  /** The shape alone, its word read aloud. */
  compact?: boolean;
}

export function LevelMark({ level, compact = false }: LevelMarkProps) {
  const t = useText();
  return (
    <span className={join(styles.level, CLASS[level])}>
      {compact ? (
        <Icon of={LEVEL_ICON[level]} size={14} label={t(WORD[level])} />
      ) : (
        <>
          <Icon of={LEVEL_ICON[level]} size={14} />
          {t(WORD[level])}
        </>
      )}
    </span>
  );
}
