import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { layoutsQuery } from "../layouts/layout-queries.ts";
import { keptLast, viewOf } from "../layouts/layout-view.ts";
import { readView, writeView } from "../layouts/view-address.ts";
import type { CurveScene } from "./curve-scene.ts";
import type { CurveView } from "./curve-view.ts";

/** Delay until the address follows a resting cursor. */
const RESTED_MS = 200;
/** The panels last shown per device, shared by live and stored curves while the page lives. */
const lastPanels = new Map<string, string>();

type Address = Pick<DeviceTabProps, "search" | "onSearch">;

/**
 * The address contains the whole view: panels, cursors (written by the scene) and range. An address without panels gets
 * the device's last saved layout.
 */
export function useCurveView(thingsId: string, scene: CurveScene, { search, onSearch }: Address) {
  const { panels = lastPanels.get(thingsId), a, b } = search;
  const view = useMemo(() => readView({ panels }).view, [panels]);
  const written = useRef("");
  // Panels that came with a link are opened again after another tab, too.
  useEffect(() => {
    if (panels !== undefined) lastPanels.set(thingsId, panels);
  }, [thingsId, panels]);

  useEffect(() => {
    if (written.current === `${a},${b}`) return;
    written.current = `${a},${b}`;
    scene.cursors.set(readView({ a, b }).cursors);
  }, [a, b, scene]);

  const write = useEffectEvent((next: CurveView) => {
    const words = writeView(next, scene.cursors.get());
    written.current = `${words.a},${words.b}`;
    lastPanels.set(thingsId, words.panels ?? "");
    onSearch({ ...words });
  });
  const { data: layouts, isLoading } = useQuery({ ...layoutsQuery(thingsId), enabled: panels === undefined });
  const opened = useMemo(() => (panels === undefined ? keptLast(layouts ?? []) : undefined), [panels, layouts]);
  useEffect(() => {
    if (opened) write(viewOf(opened.panels));
  }, [opened]);
  const rested = useEffectEvent(() => write(view));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = scene.cursors.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(rested, RESTED_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [scene]);
  const setView = useCallback((next: CurveView) => write(next), []);
  return { view, setView, isOpening: isLoading || opened !== undefined };
}
