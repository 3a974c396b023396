import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData } from "@canopy/contract/statistics/panels";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { type Box, boxByKey } from "./grid-moves.ts";
import { inOrder, placeStyle } from "./PanelGrid.tsx";
import { settledData, titleOf } from "./panel-data.ts";
import styles from "./panels.module.css";
import { WidgetView } from "./WidgetView.tsx";

interface EditGridProps {
  saved: readonly Widget[];
  widgets: readonly Widget[];
  data: PanelData | undefined;
  chosen: string | undefined;
  onChoose(id: string): void;
  /** Changes with one `step` are undone together. */
  onPlace(id: string, box: Box, step?: string): void;
  onRemove(id: string): void;
}

interface Drag {
  readonly id: string;
  readonly from: Box;
  readonly isSizing: boolean;
  readonly x: number;
  readonly y: number;
  readonly columnPx: number;
  readonly rowPx: number;
  readonly step: string;
}

/** Widgets are dragged, or moved by arrows and sized with Shift; Delete removes. */
export function EditGrid({ widgets, saved, data, chosen, onChoose, onPlace, onRemove }: EditGridProps) {
  const t = useText();
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(undefined);
  const begin = (widget: Widget, isSizing: boolean) => (event: PointerEvent<HTMLElement>) => {
    onChoose(widget.id);
    const cell = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!cell) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [columnPx, rowPx] = [cell.width / widget.w, cell.height / widget.h];
    const { clientX: x, clientY: y } = event;
    drag.current = { id: widget.id, from: widget, isSizing, x, y, columnPx, rowPx, step: `drag ${event.timeStamp}` };
  };
  const move = (event: PointerEvent) => {
    const held = drag.current;
    if (!held) return;
    const dx = Math.round((event.clientX - held.x) / held.columnPx);
    const dy = Math.round((event.clientY - held.y) / held.rowPx);
    const { x, y, w, h } = held.from;
    onPlace(held.id, held.isSizing ? { x, y, w: w + dx, h: h + dy } : { x: x + dx, y: y + dy, w, h }, held.step);
  };
  const end = () => {
    drag.current = undefined;
  };
  const press = (widget: Widget) => (event: KeyboardEvent) => {
    if (event.key === "Delete" || event.key === "Backspace") return onRemove(widget.id);
    const box = boxByKey(widget, event.key, event.shiftKey);
    if (!box) return;
    event.preventDefault();
    onPlace(widget.id, box);
  };
  return (
    <div ref={grid} className={styles.grid} data-editing>
      {inOrder(widgets).map((widget) => {
        const name = titleOf(widget, data) || t(`statistics.widget.${widget.kind}`);
        return (
          <div key={widget.id} className={styles.cell} style={placeStyle(widget)} data-chosen={widget.id === chosen}>
            <div inert className={styles.still}>
              <WidgetView widget={widget} data={settledData(widget, saved, data)} />
            </div>
            <button
              type="button"
              className={styles.cover}
              aria-label={t("statistics.panel.place", {
                name,
                x: widget.x + 1,
                y: widget.y + 1,
                w: widget.w,
                h: widget.h,
              })}
              aria-pressed={widget.id === chosen}
              onFocus={() => onChoose(widget.id)}
              onKeyDown={press(widget)}
              onPointerDown={begin(widget, false)}
              onPointerMove={move}
              onPointerUp={end}
              onPointerCancel={end}
            />
            <button
              type="button"
              tabIndex={-1}
              className={styles.corner}
              aria-label={t("statistics.panel.size", { name })}
              onPointerDown={begin(widget, true)}
              onPointerMove={move}
              onPointerUp={end}
              onPointerCancel={end}
            />
          </div>
        );
      })}
    </div>
  );
}
