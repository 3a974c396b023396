import type { Place } from "@canopy/can/gps/gcj02";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { type LabelPlace, labelSide } from "./label-side.ts";
import styles from "./map.module.css";
import { useMap } from "./map-context.ts";
import type { MapPart } from "./map-part.ts";

interface MapMarkProps {
  at: Place;
  /** A part of the mark that stands on the place. */
  anchor?: "centre" | "bottom";
  /** Of two marks at one place the higher one is in front. */
  order?: number;
  /** Larger than drawn: for a screen across the room. */
  scale?: number;
  children: ReactNode;
}

/** HTML on the map, moved with it without React. */
export function MapMark({ at, anchor = "centre", order = 0, scale = 1, children }: MapMarkProps) {
  const map = useMap();
  const node = useRef<HTMLDivElement>(null);
  const { latitude, longitude } = at;
  useLayoutEffect(() => {
    if (!map) return;
    const place = () => {
      const { x, y } = map.project({ latitude, longitude });
      node.current?.style.setProperty("transform", `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`);
      placeLabel(map, node.current, x, scale);
    };
    place();
    return map.onView(place);
  }, [map, latitude, longitude, scale]);
  // Another name has another width.
  useLayoutEffect(() => {
    if (map) placeLabel(map, node.current, map.project({ latitude, longitude }).x, scale);
  });
  if (!map) return null;
  return (
    <div ref={node} className={styles.mark} style={{ zIndex: order }}>
      <div className={styles.anchored} data-anchor={anchor} style={scale === 1 ? undefined : { scale }}>
        {children}
      </div>
    </div>
  );
}

/** Farther from the edge every name fits. */
const NEAR_EDGE_PX = 320;
const BEHIND: LabelPlace = { side: "behind", roomPx: NEAR_EDGE_PX };

/** The name beside a mark, `data-label`, is not cut at the edge of the map. */
function placeLabel(map: MapPart, mark: HTMLElement | null, x: number, scale: number): void {
  const label = mark?.querySelector<HTMLElement>("[data-label]");
  if (!label) return;
  // In pixels of the mark.
  const [at, width] = [x / scale, map.view().width / scale];
  const { side, roomPx } = at < width - NEAR_EDGE_PX ? BEHIND : labelSide({ x: at, width, labelPx: label.scrollWidth });
  if (label.dataset.side !== side) label.dataset.side = side;
  label.style.setProperty("max-width", `${Math.round(roomPx)}px`);
}
