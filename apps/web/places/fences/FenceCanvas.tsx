import type { FenceKind, FenceShape } from "@canopy/contract/places/fence-shape";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { MapBox } from "../map/MapBox.tsx";
import { useMap } from "../map/map-context.ts";
import { FenceHandles } from "./FenceHandles.tsx";
import { FenceAreas, FleetView } from "./FenceMap.tsx";
import { boundsOfShapes } from "./fence-layers.ts";
import styles from "./fences.module.css";
import { drawnAt, placeOfText } from "./shape-edit.ts";

interface FenceCanvasProps {
  kind: FenceKind;
  shape: FenceShape | undefined;
  onChange(shape: FenceShape, step?: string): void;
  onSettled(): void;
}

/** GPS-02: the map on which a border is drawn and moved. */
export function FenceCanvas({ kind, shape, onChange, onSettled }: FenceCanvasProps) {
  const t = useText();
  const shapes = useMemo(() => (shape ? [shape] : []), [shape]);
  const first = useMemo(() => boundsOfShapes(shapes), [shapes]);
  return (
    <MapBox label={t("places.fence.map")} home={first} onMap={(map) => first && map?.fit(first, 80)}>
      {!first && <FleetView />}
      <FenceAreas shapes={shapes} withExit />
      <DrawByClick
        onClick={(at) => {
          const next = drawnAt(shape, kind, at);
          if (next && next !== shape) onChange(next);
        }}
      />
      {shape && <FenceHandles shape={shape} onChange={onChange} onSettled={onSettled} />}
      <GoTo />
      <p className={styles.mapHint}>
        {t(`places.fence.draw.${kind}`)} {kind !== "region" && t("places.fence.keys")}
      </p>
    </MapBox>
  );
}

function DrawByClick({ onClick }: { onClick(at: { latitude: number; longitude: number }): void }) {
  const map = useMap();
  const click = useEffectEvent(onClick);
  useEffect(
    () =>
      map?.onPointer(({ kind, at }) => {
        if (kind === "click") click(at);
      }),
    [map],
  );
  return null;
}

/** Coordinates that are typed. */
function GoTo() {
  const t = useText();
  const map = useMap();
  const [text, setText] = useState("");
  return (
    <form
      className={styles.goTo}
      data-map-control
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const centre = placeOfText(text);
        if (centre) map?.setView({ centre, zoom: Math.max(13, map.view().zoom) });
      }}
    >
      <TextInput
        aria-label={t("places.fence.goTo")}
        placeholder={`${t("places.fence.goTo")}: ${t("places.fence.goToHint")}`}
        value={text}
        onChange={setText}
      />
    </form>
  );
}
