import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CloudDownload, Flag, Info, Mail, SlidersHorizontal, TriangleAlert } from "lucide-react";
import { STORY_ICONS } from "../../frames/time-bar/mark-icons.ts";
import { markText } from "../../frames/time-bar/mark-text.ts";
import { askedSpan, type Mark, type MarkKind, marksQuery } from "../../frames/time-bar/time-bar-data.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LEVEL_ICON } from "../../ui/marks/LevelMark.tsx";
import type { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import { useThrottled } from "./use-throttled.ts";
import styles from "./values.module.css";

const ICONS = {
  command: Mail,
  recall: CloudDownload,
  config: SlidersHorizontal,
  event: Info,
  warning: TriangleAlert,
  error: CircleAlert,
  state: Flag,
  ...STORY_ICONS,
  alarmTip: LEVEL_ICON.tip,
  alarmOrdinary: LEVEL_ICON.ordinary,
  alarmUrgent: LEVEL_ICON.urgent,
} as const satisfies Record<MarkKind, unknown>;

const SHOWN = 50;

interface CurveMarksProps {
  thingsId: string;
  scene: CurveScene;
  onMark(atMs: number): void;
}

/** Events of the range; a click puts cursor A there. */
export function CurveMarks({ thingsId, scene, onMark }: CurveMarksProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { fromUs, toUs } = useThrottled(scene.span, 500);
  const marks = useQuery(marksQuery(thingsId, askedSpan({ fromMs: fromUs / 1000, toMs: toUs / 1000 }, false)));
  const found = (marks.data ?? []).filter(({ atMs }: Mark) => atMs * 1000 >= fromUs && atMs * 1000 <= toUs);
  const sorted = found.toSorted((one, other) => one.atMs - other.atMs).slice(0, SHOWN);
  return (
    <>
      <header className={styles.head}>
        <h2>{t("signals.values.marks")}</h2>
        <span>{found.length}</span>
      </header>
      {sorted.length === 0 ? (
        <p className={styles.window}>{t("signals.values.noMarks")}</p>
      ) : (
        <ul className={styles.marks}>
          {sorted.map((mark, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two marks may be equal
            <li key={`${mark.atMs}.${i}`}>
              <Icon of={ICONS[mark.kind]} size={14} />
              <time title={formats.time(mark.atMs)}>{formats.time(mark.atMs).slice(11, 19)}</time>
              <Button kind="link" onClick={() => onMark(mark.atMs)}>
                {markText(mark, t)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
