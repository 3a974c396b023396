import { Plus } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { useWidth } from "../../ui/use-width.ts";
import { SIGNAL_DRAG } from "../choose/TreeMessages.tsx";
import type { CurveLook } from "../paint/curve-look.ts";
import { guttersOf } from "../paint/paint-panel.ts";
import type { SpanUs } from "../samples/samples.ts";
import { CursorStrip } from "./CursorStrip.tsx";
import type { CurveScene } from "./curve-scene.ts";
import { TimeAxis } from "./TimeAxis.tsx";
import "./curve-texts.ts";
import { movePanel, removeItem, removePanel } from "./curve-view.ts";
import styles from "./desk.module.css";
import { drawnItems, type Overlay } from "./drawn-item.ts";
import { PANEL_DRAG, PanelHead } from "./PanelHead.tsx";
import { lanesPx, PanelPlot } from "./PanelPlot.tsx";
import panelStyles from "./panels.module.css";
import type { Gesture } from "./span-undo.ts";
import { followPointer } from "./stage-pointer.ts";
import { useCurveKeys } from "./use-curve-keys.ts";
import type { Desk } from "./use-desk.ts";
import { useStageKeys } from "./use-stage-keys.ts";

interface CurveStageProps {
  scene: CurveScene;
  desk: Desk;
  look: CurveLook;
  overlay: Overlay | null;
  /** Height of all panels together, in pixels. */
  height: number;
  /** Goes to the choice of signals. */
  onAdd(): void;
  onSpan(span: SpanUs, settled: boolean, gesture: Gesture): void;
  onBack(): void;
  onCursor(which: "a" | "b", atUs: number): void;
  children?: ReactNode;
}

const HEAD_PX = 33;
/** Cursor strip, time axis and the line below the panels. */
const AROUND_PX = 80;
const LEAST_PX = 110;
const LANE_NAMES_PX = 108;
const NARROW_NAMES_PX = 72;
const NARROW_PX = 500;

/** The panels with a common time axis, pointer and pair of cursors. */
export function CurveStage(props: CurveStageProps) {
  const t = useText();
  const { scene, desk, look, overlay } = props;
  const { view, signals } = desk;
  useCurveKeys();
  const { ref, width } = useWidth();
  const stage = useRef<HTMLDivElement>(null);
  const [stepped, setStepped] = useState<string | undefined>(undefined);
  const panels = useMemo(() => view.panels.map((panel) => drawnItems(panel, signals.infos)), [view, signals.infos]);
  const gutters = useMemo(() => {
    const lanes = panels.some((items) => items.some(({ info }) => info.isState));
    const units = panels.map((items) => items.filter(({ info }) => !info.isState).map(({ info }) => info.unit));
    return guttersOf(units, !lanes ? 0 : width < NARROW_PX ? NARROW_NAMES_PX : LANE_NAMES_PX);
  }, [panels, width]);
  const lineHeight = heightOfLines(panels, overlay, props.height, signals.loading);
  const all = panels.flat();
  const activeKey = all.some(({ info }) => info.key === stepped) ? stepped : all[0]?.info.key;
  const { onKeyDown, setCursor } = useStageKeys(stage, { ...props, activeKey });

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
      onSpan: (span, settled, gesture) => onSpan(span, settled, gesture),
      onCursor: (which, atUs) => onCursor(which, atUs),
      onBack: () => onBack(),
    });
  }, [scene, gutters, width]);

  const drop = (index: number) => ({
    onDragOver: (event: DragEvent) => {
      const types = event.dataTransfer.types;
      if (types.includes(SIGNAL_DRAG) || types.includes(PANEL_DRAG)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const signal = event.dataTransfer.getData(SIGNAL_DRAG);
      const panel = event.dataTransfer.getData(PANEL_DRAG);
      event.preventDefault();
      if (signal) desk.dropOn(index, signal);
      else if (panel !== "") desk.setView(movePanel(view, Number(panel), index));
    },
  });

  return (
    <div className={styles.stageBox}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of pictures, not of fields */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the keys of the cursors
        tabIndex={0}
        aria-label={t("signals.curve.stage")}
        aria-describedby="curve-keys"
        onKeyDown={onKeyDown}
      >
        <div ref={ref} className={panelStyles.stageInner}>
          <CursorStrip scene={scene} gutters={gutters} width={width} />
          {view.panels.map((panel, index) => (
            <section
              key={panel.name}
              className={panelStyles.panel}
              aria-label={panel.name}
              aria-current={index === desk.active ? "true" : undefined}
              onPointerDown={() => desk.activate(index)}
              {...drop(index)}
            >
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
                onActive={setStepped}
                onRename={(name) => desk.rename(index, name)}
                onMove={(by) => desk.setView(movePanel(view, index, by < 0 ? Math.max(0, index - 1) : index + 2))}
                onRemove={() => desk.setView(removePanel(view, index))}
                onRemoveItem={(key) => desk.setView(removeItem(view, key, index))}
                onAdd={() => {
                  desk.activate(index);
                  props.onAdd();
                }}
              />
              {panel.items.length === 0 ? (
                <p className={panelStyles.panelEmpty}>{t("signals.panel.empty")}</p>
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
          <div className={panelStyles.stageFoot}>
            <Button kind="link" icon={Plus} title={t("signals.panel.newHint")} onClick={desk.newPanel}>
              {t("signals.panel.new")}
            </Button>
            <span id="curve-keys" className={panelStyles.keyLine}>
              {t("signals.curve.keyLine")}
            </span>
          </div>
        </div>
      </div>
      {props.children}
    </div>
  );
}

/** The height without heads, lanes and axis, divided among the panels with lines. */
function heightOfLines(
  panels: readonly ReturnType<typeof drawnItems>[],
  overlay: Overlay | null,
  height: number,
  isOpening: boolean,
): number {
  const hasLines = (items: ReturnType<typeof drawnItems>) =>
    items.some(({ info }) => !info.isState) || (isOpening && items.length === 0);
  const withLines = panels.filter(hasLines).length;
  const fixed = panels.reduce((sum, items) => sum + HEAD_PX + lanesPx(items, overlay), AROUND_PX);
  return Math.max(LEAST_PX, Math.floor((height - fixed) / Math.max(1, withLines)) - 4);
}
