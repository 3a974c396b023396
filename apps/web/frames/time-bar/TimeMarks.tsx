import { CloudDownload, Flag, type LucideIcon, Mail, RotateCw, SlidersHorizontal } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { useTooltip } from "../../ui/float/use-tooltip.tsx";
import { join } from "../../ui/join.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LEVEL_ICON } from "../../ui/marks/LevelMark.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
import { STORY_ICONS } from "./mark-icons.ts";
import { markText } from "./mark-text.ts";
import styles from "./time-bar.module.css";
import type { Mark, MarkKind } from "./time-bar-data.ts";
import { clusters, type Placed } from "./time-bar-shape.ts";

const APART_PX = 18;
/** As wide as a finger. */
const NARROW_APART_PX = 40;
/** What a bubble can hold. */
const MOST_LINES = 6;

const ICON: Record<MarkKind, LucideIcon> = {
  command: Mail,
  recall: CloudDownload,
  config: SlidersHorizontal,
  event: Flag,
  warning: Flag,
  error: Flag,
  state: RotateCw,
  ...STORY_ICONS,
  alarmTip: LEVEL_ICON.tip,
  alarmOrdinary: LEVEL_ICON.ordinary,
  alarmUrgent: LEVEL_ICON.urgent,
};
/** The loudest of a heap gives it its face. */
const LOUDNESS: readonly MarkKind[] = [
  "alarmUrgent",
  "alarmOrdinary",
  "bookmark",
  "busOff",
  "fence",
  "alarmTip",
  "error",
  "errorBurst",
  "warning",
  "event",
  "diagnosis",
  "config",
  "import",
  "data",
  "recall",
  "command",
  "state",
];

interface TimeMarksProps {
  marks: readonly Mark[];
  span: TimeSpan;
  width: number;
  /** The loudest of a heap, and all of it. */
  onMark(mark: Mark, all: readonly [Mark, ...Mark[]]): void;
}

/** What happened, above the bar; a click goes there, or opens the alarm. */
export function TimeMarks({ marks, span, width, onMark }: TimeMarksProps) {
  const apartPx = useNarrow() ? NARROW_APART_PX : APART_PX;
  return (
    <div className={styles.marks}>
      {clusters(marks, span, width, apartPx).map((placed) => (
        <MarkButton key={`${placed.marks[0].atMs}${placed.marks[0].kind}`} placed={placed} onMark={onMark} />
      ))}
    </div>
  );
}

interface MarkButtonProps extends Pick<TimeMarksProps, "onMark"> {
  placed: Placed<Mark>;
}

function MarkButton({ placed: { x, marks }, onMark }: MarkButtonProps) {
  const t = useText();
  const formats = useTimeFormats();
  const kind = LOUDNESS.find((loud) => marks.some((mark) => mark.kind === loud)) ?? marks[0].kind;
  const loudest = marks.find((mark) => mark.kind === kind) ?? marks[0];
  const lines = marks.slice(0, MOST_LINES).map((mark) => `${formats.clock(mark.atMs)} ${markText(mark, t)}`);
  if (marks.length > MOST_LINES) lines.push(t("frames.mark.more", { n: marks.length - MOST_LINES }));
  const { target, bubble } = useTooltip(lines.join("\n"));
  return (
    <>
      <button
        type="button"
        aria-label={lines.join(", ")}
        className={join(styles.mark, styles[kind])}
        style={{ left: x }}
        {...target}
        onClick={() => onMark(loudest, marks)}
      >
        <Icon of={ICON[kind]} size={12} />
      </button>
      {bubble}
    </>
  );
}
