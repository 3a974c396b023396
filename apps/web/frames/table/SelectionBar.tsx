import { ChartLine, Copy, Download, FilePlus2, Send, X } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { candumpText } from "../history/history-frames.ts";
import { millisecondsText } from "../rows/frame-cells.ts";
import type { FrameDecoders } from "../rows/frame-decoders.ts";
import { RowClock } from "../rows/row-clock.ts";
import { tableText } from "./copy-text.ts";
import styles from "./table.module.css";
import type { TableFrame } from "./table-frame.ts";
import "./table-texts.ts";

interface SelectionBarProps {
  frames: readonly TableFrame[];
  decoders: FrameDecoders;
  onClear(): void;
  onCurve?: ((frames: readonly TableFrame[]) => void) | undefined;
  onSend?: ((frames: readonly TableFrame[]) => void) | undefined;
  onDbc?: ((frame: TableFrame) => void) | undefined;
  onExport?: ((frames: readonly TableFrame[]) => void) | undefined;
}

const HEAD = ["time", "delta", "channel", "direction", "id", "name", "length", "data", "values"] as const;

/** Actions on the selected rows. */
export function SelectionBar({ frames, decoders, onClear, onCurve, onSend, onDbc, onExport }: SelectionBarProps) {
  const t = useText();
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      addNote({ tone: "done", text: t("frames.table.copied", { count: frames.length }) });
    } catch {
      addNote({ tone: "ordinary", text: t("ui.copy.failed") });
    }
  };
  const head = () => HEAD.map((key) => t(`frames.column.${key}`));
  const canCurve = onCurve && frames.some((frame) => decoders.find(frame)?.by.library !== undefined);
  const [first] = frames;
  return (
    <section className={styles.chosen} aria-label={t("frames.table.chosen", { count: frames.length })}>
      <strong>{t("frames.table.chosen", { count: frames.length })}</strong>
      <span className={styles.chosenSpan}>{spanText(frames)}</span>
      <Menu
        label={t("frames.table.copy")}
        trigger={(props) => (
          <Button {...props} icon={Copy}>
            {t("frames.table.copy")}
          </Button>
        )}
        items={[
          { key: "candump", label: t("frames.table.copyCandump"), onSelect: () => void copy(candumpText(frames)) },
          {
            key: "table",
            label: t("frames.table.copyTable"),
            onSelect: () => void copy(tableText(head(), frames, decoders)),
          },
        ]}
      />
      {canCurve && (
        <Button icon={ChartLine} onClick={() => onCurve(frames)}>
          {t("frames.table.findInCurve")}
        </Button>
      )}
      {onSend && (
        <Button icon={Send} onClick={() => onSend(frames)}>
          {t("frames.table.sendMany")}
        </Button>
      )}
      {onDbc && first && (
        <Button icon={FilePlus2} onClick={() => onDbc(first)}>
          {t("frames.table.addToDbc")}
        </Button>
      )}
      {onExport && (
        <Button icon={Download} onClick={() => onExport(frames)}>
          {t("frames.table.exportRange")}
        </Button>
      )}
      <IconButton icon={X} label={t("frames.table.clear")} onClick={onClear} />
    </section>
  );
}

/** Begin, end and duration of the selection. */
function spanText(frames: readonly TableFrame[]): string {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return "";
  const clock = new RowClock("clock");
  if (first === last) return clock.of(first.timeUs);
  const length = `${millisecondsText(last.timeUs - first.timeUs)} ms`;
  return `${clock.of(first.timeUs)} – ${clock.of(last.timeUs)}, ${length}`;
}
