import { useCallback, useMemo, useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import type { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import { useSignalInfos } from "../choose/use-signal-infos.ts";
import { NO_CURSORS } from "../layouts/view-address.ts";
import { stepped } from "../samples/samples.ts";
import { addItem, addPanel, type CurveView, keysOf, removeItem, renamePanel, type ViewChange } from "./curve-view.ts";
import { drawnItems } from "./drawn-item.ts";
import { placeSignal } from "./place-signal.ts";
import { useCurveView } from "./use-curve-view.ts";

type DeskProps = Pick<DeviceTabProps, "device" | "search" | "onSearch">;

/** Panels, signals and cursors of live curves, stored curves and opened logs. */
export function useDesk(scene: CurveScene, { device, search, onSearch }: DeskProps, firstChannel?: number) {
  const t = useText();
  const [channel, setChannel] = useState(() => firstChannel ?? Math.max(0, device.channel_enable.findIndex(Boolean)));
  const { view, setView, isOpening } = useCurveView(device.id, scene, { search, onSearch });
  const keys = useMemo(() => keysOf(view), [view]);
  const signals = useSignalInfos(keys);
  const items = useMemo(() => {
    const seen = new Set<string>();
    return view.panels
      .flatMap((panel) => drawnItems(panel, signals.infos))
      .filter(({ info }) => !seen.has(info.key) && seen.add(info.key));
  }, [view, signals.infos]);

  const apply = useCallback(
    (change: ViewChange) => {
      if (change.ok) setView(change.view);
      else addNote({ tone: "ordinary", text: t(`signals.problem.${change.problem}`) });
    },
    [setView, t],
  );
  const { active, setActive } = useActivePanel(view);
  const panelName = (number: number) => t("signals.panel.name", { number });
  const tick = (key: string, on: boolean) => {
    if (on) apply(placeSignal(view, key, active, panelName(1)));
    else setView(withoutEmpty(removeItem(view, key), view));
  };
  const dropOn = (index: number, key: string) => apply(addItem(view, index, key));
  const newPanel = () => {
    const change = addPanel(view, panelName(view.panels.length + 1));
    apply(change);
    if (change.ok) setActive(change.view.panels.at(-1)?.name);
  };
  const rename = (index: number, name: string) => {
    const change = renamePanel(view, index, name);
    apply(change);
    if (change.ok && index === active) setActive(change.view.panels[index]?.name);
  };

  const setCursor = (which: "a" | "b", atUs: number) => {
    const cursors = scene.cursors.get();
    scene.cursors.set(which === "a" ? { ...cursors, aUs: Math.round(atUs) } : { ...cursors, bUs: Math.round(atUs) });
  };
  const step = (which: "a" | "b", by: 1 | -1, key: string) => {
    const cursors = scene.cursors.get();
    const at = which === "a" ? cursors.aUs : cursors.bUs;
    if (at === null) return;
    const next = stepped(scene.source.readAt(key, at), at, by);
    if (next !== undefined) setCursor(which, next);
  };
  const clearCursors = () => scene.cursors.set(NO_CURSORS);
  return {
    thingsId: device.id,
    view,
    /** True while the last saved layout is loading. */
    isOpening,
    setView,
    channel,
    setChannel,
    keys,
    signals,
    items,
    /** The index of the panel that receives ticked signals. */
    active,
    activate: (index: number) => setActive(view.panels[index]?.name),
    newPanel,
    tick,
    dropOn,
    rename,
    setCursor,
    step,
    clearCursors,
  };
}

/** Identified by its unique name, since panels are moved and removed. */
function useActivePanel(view: CurveView) {
  const [name, setActive] = useState<string>();
  const active = Math.max(
    0,
    view.panels.findIndex((panel) => panel.name === name),
  );
  return { active, setActive };
}

export type Desk = ReturnType<typeof useDesk>;

/** Unticking the last signal of a panel removes the panel; a panel that was empty before stays. */
function withoutEmpty(next: CurveView, before: CurveView): CurveView {
  return {
    panels: next.panels.filter((panel, i) => panel.items.length > 0 || before.panels[i]?.items.length === 0),
  };
}
