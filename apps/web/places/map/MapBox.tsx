import type { Bounds } from "@canopy/can/gps/track";
import { useQuery } from "@tanstack/react-query";
import { Gpu, LocateFixed, Maximize, Minus, Plus } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { useTheme } from "../../platform/theme.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { PALETTE } from "../../ui/marks/palette.ts";
import { createMap } from "./create-map.ts";
import { MapFoot } from "./MapFoot.tsx";
import styles from "./map.module.css";
import { MapContext } from "./map-context.ts";
import { softwareWebgl, webglKind } from "./map-drawing.ts";
import type { GroundLook, MapPart } from "./map-part.ts";
import { tilesQuery } from "./map-settings.ts";
import type { MapView } from "./mercator.ts";
import "./map-texts.ts";

/** Most of the world's roads, until there is something to show. */
const WORLD: Pick<MapView, "centre" | "zoom"> = { centre: { latitude: 30, longitude: 100 }, zoom: 2 };

interface MapBoxProps {
  label: string;
  /** Read once, when the map is made. */
  initial?: Pick<MapView, "centre" | "zoom"> | undefined;
  /** Shown by the button ⌖. */
  home?: Bounds | undefined;
  /** Height of a panel at the bottom, which covers what lies below. */
  footPx?: number | undefined;
  /** Without buttons, scale and degrees: for a screen that nobody touches. */
  isPlain?: boolean;
  /** More buttons in the column of controls. */
  controls?: ReactNode;
  /** Marks, layers and panels on the map. */
  children?: ReactNode;
  onMap?(map: MapPart | undefined): void;
}

/** GPS-01: the base map with its controls, scale and credit; the same by WebGL and on a canvas. */
export function MapBox({ label, initial, home, footPx, isPlain = false, controls, children, onMap }: MapBoxProps) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const { surface, map } = useMadeMap(initial ?? WORLD, onMap);
  const zoomBy = (steps: number) => {
    if (!map) return;
    const { centre, zoom } = map.view();
    map.setView({ centre, zoom: zoom + steps });
  };
  const toFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen());
  return (
    <section ref={frame} className={styles.frame} aria-label={label} data-map={map?.kind ?? "loading"}>
      <div ref={surface} className={styles.surface} />
      <MapContext value={map}>
        {children}
        {!isPlain && (
          <div className={styles.controls} data-map-control>
            <IconButton icon={Plus} label={t("places.map.zoomIn")} onClick={() => zoomBy(1)} />
            <IconButton icon={Minus} label={t("places.map.zoomOut")} onClick={() => zoomBy(-1)} />
            {home && (
              <IconButton
                icon={LocateFixed}
                label={t("places.map.home")}
                onClick={() => map?.fit(home, undefined, footPx)}
              />
            )}
            <IconButton icon={Maximize} label={t("places.map.fullScreen")} onClick={toFullScreen} />
            {map && webglKind() === "software" && (
              <IconButton
                icon={Gpu}
                label={t(map.kind === "webgl" ? "places.map.drawPlainly" : "places.map.drawByWebgl")}
                onClick={() => softwareWebgl.set(map.kind !== "webgl")}
              />
            )}
            {controls}
          </div>
        )}
        <MapFoot isPlain={isPlain} />
      </MapContext>
    </section>
  );
}

function useMadeMap(initial: Pick<MapView, "centre" | "zoom">, onMap: MapBoxProps["onMap"]) {
  const surface = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapPart>();
  const tiles = useQuery(tilesQuery);
  const isKnown = !tiles.isPending;
  const isWebglWanted = useStore(softwareWebgl);
  /** Where the map was when it was made anew. */
  const left = useRef<typeof initial>(undefined);
  const ground = useGround();
  const told = useEffectEvent((made: MapPart | undefined) => onMap?.(made));
  const make = useEffectEvent((box: HTMLElement, inSoftware: boolean) =>
    createMap({ box, view: left.current ?? initial, ground, tiles: tiles.data ?? undefined, inSoftware }),
  );
  useEffect(() => {
    const box = surface.current;
    if (!box || !isKnown) return;
    let made: MapPart | undefined;
    let isGone = false;
    void make(box, isWebglWanted).then((ready) => {
      if (isGone) return ready.destroy();
      made = ready;
      setMap(ready);
      told(ready);
    });
    return () => {
      isGone = true;
      setMap(undefined);
      told(undefined);
      if (made) left.current = made.view();
      made?.destroy();
    };
  }, [isKnown, isWebglWanted]);
  useEffect(() => map?.setGround(ground), [map, ground]);
  return { surface, map };
}

function useGround(): GroundLook {
  const theme = useTheme();
  return useMemo(() => {
    const { mapLand, mapWater, mapCoast, mapGrid } = PALETTE[theme];
    return { land: mapLand, water: mapWater, coast: mapCoast, grid: mapGrid };
  }, [theme]);
}
