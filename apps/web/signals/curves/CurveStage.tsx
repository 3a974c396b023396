import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useWidth } from "../../ui/use-width.ts";
import type { CurveLook } from "../paint/curve-look.ts";
import { CursorStrip } from "./CursorStrip.tsx";
import type { CurveScene } from "./curve-scene.ts";
import { type CurveView, movePanel, removeItem, removePanel } from "./curve-view.ts";
import "./curve-texts.ts";
import { SIGNAL_DRAG, type TreeSignal } from "../choose/SignalTree.tsx";
import type { SignalInfos } from "../choose/use-signal-infos.ts";
import { guttersOf } from "../paint/paint-panel.ts";
import { TimeAxis } from "../paint/TimeAxis.tsx";
import type { SpanUs } from "../samples/samples.ts";
import styles from "./curves.module.css";
import { drawnItems, type Overlay } from "./drawn-item.ts";
import { PANEL_DRAG, PanelHead } from "./PanelHead.tsx";
import { lanesPx, PanelPlot } from "./PanelPlot.tsx";
import { stageAction } from "./stage-keys.ts";
import { followPointer } from "./stage-pointer.ts";

interface CurveStageProps {
  scene: CurveScene;
  view: CurveView;
  signals: SignalInfos;
  look: CurveLook;
  overlay: Overlay | null;
  /** All panels together, in pixels. */
  height: number;
  onView(view: CurveView): void;
  onRename(index: number, name: string): void;
  onDropSignal(index: number, signal: TreeSignal): void;
  onAdd(index: number): void;
  onSpan(span: SpanUs, settled: boolean): void;
  onBack(): void;
  onCursor(which: "a" | "b", atUs: number): void;
  /** One sample on or back with a cursor; of which signal. */
  onStep(which: "a" | "b", by: 1 | -1, key: string): void;
  onClearCursors(): void;
  children?: ReactNode;
}

/** Where a letter is a letter. */
const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), select, textarea, header, [role="menu"], dialog';
const HEAD_PX = 33;
const LEAST_PX = 110;
const LANE_NAMES_PX = 108;
const NARROW_NAMES_PX = 72;
const NARROW_PX = 500;

/** The panels: one time, one pointer, one pair of cursors for all. */
export function CurveStage(props: CurveStageProps) {
  const t = useText();
  const { scene, view, signals, look, overlay } = props;
  const { ref, width } = useWidth();
  const stage = useRef<HTMLDivElement>(null);
  const lastCursor = useRef<"a" | "b">("a");
  const [active, setActive] = useState<string | undefined>(undefined);
  const panels = useMemo(() => view.panels.map((panel) => drawnItems(panel, signals.infos)), [view, signals.infos]);
  const gutters = useMemo(() => {
    const lanes = panels.some((items) => items.some(({ info }) => info.isState));
    const units = panels.map((items) => items.filter(({ info }) => !info.isState).map(({ info }) => info.unit));
    return guttersOf(units, !lanes ? 0 : width < NARROW_PX ? NARROW_NAMES_PX : LANE_NAMES_PX);
  }, [panels, width]);
  const lineHeight = heightOfLines(panels, overlay, props.height, signals.loading);
  const all = panels.flat();
  const activeKey = all.some(({ info }) => info.key === active) ? active : all[0]?.info.key;

  const onSpan = useEffectEvent(props.onSpan);
  const onBack = useEffectEvent(props.onBack);
  const onCursor = useEffectEvent((which: "a" | "b", atUs: number) => setCursor(which, atUs));
  useEffect(() => {
    const box = stage.current;
    if (!box || width === 0) return;
    const plot = () => ({ left: gutters.left, width: Math.max(1, width - gutters.left - gutters.right) });
    return followPointer(box, {
      scene,
      plot,
      onSpan: (span, settled) => onSpan(span, settled),
      onCursor: (which, atUs) => onCursor(which, atUs),
      onBack: () => onBack(),
    });
  }, [scene, gutters, width]);

  const setCursor = (which: "a" | "b", atUs: number) => {
    lastCursor.current = which;
    props.onCursor(which, atUs);
  };
  const onKeyDown = (
    event: Pick<globalThis.KeyboardEvent, "key" | "target" | "preventDefault" | "ctrlKey" | "metaKey" | "altKey">,
  ) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.closest(TYPED_INTO)) return;
    const which = lastCursor.current;
    const action = stageAction(event.key, {
      span: scene.span.get(),
      hoverUs: scene.hoverUs.get(),
      hasCursor: { a: scene.cursors.get().aUs, b: scene.cursors.get().bUs }[which] !== null && activeKey !== undefined,
    });
    if (!action) return;
    event.preventDefault();
    if (action.kind === "cursor") setCursor(action.which, action.atUs);
    else if (action.kind === "span") props.onSpan(action.span, true);
    else if (action.kind === "back") props.onBack();
    else if (action.kind === "clear") props.onClearCursors();
    else if (activeKey) props.onStep(which, action.by, activeKey);
  };

  // Whoever points at a curve means it, wherever the focus was left.
  const onPointedKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (scene.hoverUs.get() !== null && !stage.current?.contains(document.activeElement)) onKeyDown(event);
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onPointedKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const drop = (index: number) => ({
    onDragOver: (event: DragEvent) => {
      const types = event.dataTransfer.types;
      if (types.includes(SIGNAL_DRAG) || types.includes(PANEL_DRAG)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const signal = event.dataTransfer.getData(SIGNAL_DRAG);
      const panel = event.dataTransfer.getData(PANEL_DRAG);
      event.preventDefault();
      if (signal) props.onDropSignal(index, JSON.parse(signal) as TreeSignal);
      else if (panel !== "") props.onView(movePanel(view, Number(panel), index));
    },
  });

  return (
    <div className={styles.stageBox}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of pictures, not of fields */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the cursors
        tabIndex={0}
        aria-label={t("signals.curve.stage")}
        aria-describedby="curve-keys"
        onKeyDown={onKeyDown}
      >
        <span id="curve-keys" className={styles.hidden}>
          {t("signals.curve.keys")}
        </span>
        <div ref={ref} className={styles.stageInner}>
          <CursorStrip scene={scene} gutters={gutters} width={width} />
          {view.panels.map((panel, index) => (
            <section key={panel.name} className={styles.panel} aria-label={panel.name} {...drop(index)}>
              <PanelHead
                panel={panel}
                index={index}
                items={panels[index] ?? []}
                gone={panel.items.flatMap(({ key }) => {
                  const gone = signals.gone.get(key);
                  return gone ? [{ key, ...gone }] : [];
                })}
                scene={scene}
                look={look}
                activeKey={activeKey}
                onActive={setActive}
                onRename={(name) => props.onRename(index, name)}
                onMove={(by) => props.onView(movePanel(view, index, by < 0 ? Math.max(0, index - 1) : index + 2))}
                onRemove={() => props.onView(removePanel(view, index))}
                onRemoveItem={(key) => props.onView(removeItem(view, key, index))}
                onAdd={() => props.onAdd(index)}
              />
              {panel.items.length === 0 ? (
                <p className={styles.panelEmpty}>{t("signals.panel.empty")}</p>
              ) : (
                <PanelPlot
                  name={panel.name}
                  scene={scene}
                  items={panels[index] ?? []}
                  overlay={overlay}
                  gutters={gutters}
                  width={width}
                  height={lineHeight}
                  look={look}
                  isOpening={signals.loading}
                />
              )}
            </section>
          ))}
          <TimeAxis scene={scene} gutters={gutters} width={width} look={look} />
        </div>
      </div>
      {props.children}
    </div>
  );
}

/** What is left of the height after heads, lanes and the axis, shared by the panels with lines. */
function heightOfLines(
  panels: readonly ReturnType<typeof drawnItems>[],
  overlay: Overlay | null,
  height: number,
  isOpening: boolean,
): number {
  const hasLines = (items: ReturnType<typeof drawnItems>) =>
    items.some(({ info }) => !info.isState) || (isOpening && items.length === 0);
  const withLines = panels.filter(hasLines).length;
  const fixed = panels.reduce((sum, items) => sum + HEAD_PX + lanesPx(items, overlay), 50);
  return Math.max(LEAST_PX, Math.floor((height - fixed) / Math.max(1, withLines)) - 4);
}
