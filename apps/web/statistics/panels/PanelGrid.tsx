import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData } from "@canopy/contract/statistics/panels";
import type { CSSProperties } from "react";
import { settledData } from "./panel-data.ts";
import styles from "./panels.module.css";
import { WidgetView } from "./WidgetView.tsx";

interface PanelGridProps {
  /** As they were saved; absent: these are. */
  saved?: readonly Widget[];
  widgets: readonly Widget[];
  data: PanelData | undefined;
}

type PlaceStyle = CSSProperties & { "--place": string };

/** A phone has another place for it. */
export const placeStyle = ({ x, y, w, h }: Pick<Widget, "x" | "y" | "w" | "h">): PlaceStyle => ({
  "--place": `${y + 1} / ${x + 1} / span ${h} / span ${w}`,
});

/** By rows, so that a screen reader and a phone have them in the order of the eye. */
export const inOrder = <T extends Pick<Widget, "x" | "y">>(widgets: readonly T[]): T[] =>
  [...widgets].sort((a, b) => a.y - b.y || a.x - b.x);

/** A panel as it is read; on a phone its widgets stand below each other. */
export function PanelGrid({ widgets, saved = widgets, data }: PanelGridProps) {
  return (
    <div className={styles.grid}>
      {inOrder(widgets).map((widget) => (
        <div key={widget.id} className={styles.cell} style={placeStyle(widget)}>
          <WidgetView widget={widget} data={settledData(widget, saved, data)} />
        </div>
      ))}
    </div>
  );
}
