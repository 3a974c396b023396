import type { Place } from "@canopy/can/gps/gcj02";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./map.module.css";
import { useMap } from "./map-context.ts";

interface MapMarkProps {
  at: Place;
  /** A part of the mark that stands on the place. */
  anchor?: "centre" | "bottom";
  /** Of two marks at one place the higher one is in front. */
  order?: number;
  children: ReactNode;
}

/** HTML on the map, moved with it without React. */
export function MapMark({ at, anchor = "centre", order = 0, children }: MapMarkProps) {
  const map = useMap();
  const node = useRef<HTMLDivElement>(null);
  const { latitude, longitude } = at;
  useLayoutEffect(() => {
    if (!map) return;
    const place = () => {
      const { x, y } = map.project({ latitude, longitude });
      node.current?.style.setProperty("transform", `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`);
    };
    place();
    return map.onView(place);
  }, [map, latitude, longitude]);
  if (!map) return null;
  return (
    <div ref={node} className={styles.mark} style={{ zIndex: order }}>
      <div className={styles.anchored} data-anchor={anchor}>
        {children}
      </div>
    </div>
  );
}
