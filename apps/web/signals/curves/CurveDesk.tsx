import { ChartSpline } from "lucide-react";
import { type DragEvent, type ReactNode, useDeferredValue, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import type { CurveLook } from "../paint/curve-look.ts";
import { CursorValues } from "./CursorValues.tsx";
import { CurveStage } from "./CurveStage.tsx";
import type { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import { parseSignal } from "@canopy/contract/signals/signal-reference";
import { useStageHeight } from "../../ui/use-stage-height.ts";
import { SignalTree } from "../choose/SignalTree.tsx";
import { SIGNAL_DRAG } from "../choose/TreeMessages.tsx";
import type { SampleStore } from "../samples/sample-store.ts";
import type { SpanUs } from "../samples/samples.ts";
import { colourOf } from "./curve-view.ts";
import styles from "./desk.module.css";
import type { Overlay } from "./drawn-item.ts";
import panelStyles from "./panels.module.css";
import type { Gesture } from "./span-undo.ts";
import type { Desk } from "./use-desk.ts";

interface CurveDeskProps {
  /** The channel selector above the signals. */
  channels: ReactNode;
  scene: CurveScene;
  desk: Desk;
  look: CurveLook;
  overlay: Overlay | null;
  /** The store for the figures; null while live. */
  store: SampleStore | null;
  onSpan(span: SpanUs, settled: boolean, gesture: Gesture): void;
  onBack(): void;
  onCursor?(atUs: number): void;
  /** Content below the figures. */
  marks?: ReactNode;
  /** Notice over the panels: loading, no data, failed. */
  notice?: ReactNode;
}

/** Signal tree, panels and figures: one component for live curves, stored curves and opened logs. */
export function CurveDesk({ channels, scene, desk, look, overlay, ...props }: CurveDeskProps) {
  const t = useText();
  const { view } = desk;
  const tree = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const height = useStageHeight(root);
  // The samples are asked for after the first rendering: what is large and not the picture comes in a second one.
  const hasSides = useDeferredValue(true, false);
  const setCursor = (which: "a" | "b", atUs: number) => {
    desk.setCursor(which, atUs);
    props.onCursor?.(atUs);
  };
  const takeDrop = (event: DragEvent) => {
    const signal = event.dataTransfer.getData(SIGNAL_DRAG);
    if (signal) desk.tick(signal, true);
  };
  return (
    <div ref={root} className={styles.desk} style={{ minHeight: height }}>
      <div ref={tree} className={styles.side} style={{ maxHeight: height }}>
        {hasSides && (
          <SignalTree
            thingsId={desk.thingsId}
            channel={desk.channel}
            channels={channels}
            drawnDbcs={new Set(desk.keys.flatMap((key) => parseSignal(key)?.dbc_id ?? []))}
            colourOf={(key) => colourOf(view, key)}
            look={look}
            onTick={desk.tick}
          />
        )}
      </div>
      {view.panels.length === 0 && desk.isOpening ? (
        <div className={styles.stageBox} role="status" aria-label={t("signals.values.loading")}>
          <div className={panelStyles.plot} data-coming style={{ height }} />
        </div>
      ) : view.panels.length === 0 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; ticking does the same by keyboard
        <div className={styles.stageBox} onDragOver={(event) => event.preventDefault()} onDrop={takeDrop}>
          <EmptyState icon={ChartSpline} title={t("signals.curve.emptyTitle")} text={t("signals.curve.emptyText")} />
        </div>
      ) : (
        <CurveStage
          scene={scene}
          desk={desk}
          look={look}
          overlay={overlay}
          height={height}
          onAdd={() => tree.current?.querySelector<HTMLElement>("input")?.focus()}
          onSpan={props.onSpan}
          onBack={props.onBack}
          onCursor={setCursor}
        >
          {props.notice}
        </CurveStage>
      )}
      <div className={styles.side} style={{ maxHeight: height }}>
        {hasSides && (
          <CursorValues scene={scene} items={desk.items} look={look} store={props.store}>
            {props.marks}
          </CursorValues>
        )}
      </div>
    </div>
  );
}
