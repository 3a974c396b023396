import type { Place } from "@canopy/can/gps/gcj02";
import type { FenceShape } from "@canopy/contract/places/fence-shape";
import { type PointerEvent, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { MapMark } from "../map/MapMark.tsx";
import { useMap } from "../map/map-context.ts";
import styles from "./fences.module.css";
import { type Handle, handlesOf, nudged, withHandle, withoutHandle } from "./shape-edit.ts";

interface FenceHandlesProps {
  shape: FenceShape;
  /** `step`: changes of one drag are one step to undo. */
  onChange(shape: FenceShape, step?: string): void;
  onSettled(): void;
}

/** GPS-02: the places of a border to drag; arrow keys move one by a metre, Del removes a corner. */
export function FenceHandles({ shape, onChange, onSettled }: FenceHandlesProps) {
  const t = useText();
  const map = useMap();
  const dragged = useRef<string>(undefined);
  const placeOf = (event: PointerEvent<HTMLElement>): Place | undefined => {
    const box = event.currentTarget.closest("[data-map]")?.getBoundingClientRect();
    return box && map?.unproject({ x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const release = () => {
    if (dragged.current === undefined) return;
    dragged.current = undefined;
    map?.setPanning(true);
    onSettled();
  };
  const label = ({ role, number }: Handle) => t(`places.fence.handle.${role}`, { number });
  return handlesOf(shape).map((handle) => (
    <MapMark key={handle.key} at={handle.at} order={handle.role === "centre" ? 1 : 2}>
      <button
        type="button"
        className={styles.handle}
        data-role={handle.role}
        aria-label={label(handle)}
        title={label(handle)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = handle.key;
          map?.setPanning(false);
        }}
        onPointerMove={(event) => {
          const to = dragged.current === handle.key ? placeOf(event) : undefined;
          if (to) onChange(withHandle(shape, handle.key, to), `drag ${handle.key}`);
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={(event) => {
          const to = nudged(handle.at, event.key, event.shiftKey);
          if (to) {
            event.preventDefault();
            event.stopPropagation();
            onChange(withHandle(shape, handle.key, to), `keys ${handle.key}`);
          } else if (event.key === "Delete" || event.key === "Backspace") onChange(withoutHandle(shape, handle.key));
        }}
        onBlur={onSettled}
      />
    </MapMark>
  ));
}
