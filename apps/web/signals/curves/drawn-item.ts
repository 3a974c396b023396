import type { SignalInfo } from "../choose/signal-info.ts";
import type { CurveLook } from "../paint/curve-look.ts";
import type { PanelLine } from "../paint/paint-panel.ts";
import { gapUs, type SpanUs } from "../samples/samples.ts";
import type { CurveScene, CurveSource } from "./curve-scene.ts";
import type { CurvePanel } from "./curve-view.ts";

/** A signal of a panel with its properties. */
export interface DrawnItem {
  readonly info: SignalInfo;
  readonly colour: number;
}

/** Another drive laid over this one, with a shift in time. */
export interface Overlay {
  readonly source: CurveSource;
  readonly shiftUs: number;
}

const OVERLAY_STRENGTH = 0.4;

/** Signals with a known definition; the others are reported separately. */
export function drawnItems(panel: CurvePanel, infos: ReadonlyMap<string, SignalInfo>): DrawnItem[] {
  return panel.items.flatMap(({ key, colour }) => {
    const info = infos.get(key);
    return info ? [{ info, colour }] : [];
  });
}

/** The items of a panel. Lines of the overlaid drive come first and lie below; its lanes follow this drive's. */
export function linesOf(
  items: readonly DrawnItem[],
  scene: CurveScene,
  overlay: Overlay | null,
  look: CurveLook,
): PanelLine[] {
  const span = scene.span.get();
  const below = overlay
    ? items.filter(({ info }) => !info.isState).map((item) => overlayLine(item, overlay, span, look))
    : [];
  const own = items.flatMap((item) => {
    const line = lineOf(item, scene.source, span, look);
    if (!overlay || !item.info.isState) return [line];
    return [line, { ...overlayLine(item, overlay, span, look), name: `↳ ${item.info.name}` }];
  });
  return [...below, ...own];
}

function overlayLine(item: DrawnItem, overlay: Overlay, span: SpanUs, look: CurveLook): PanelLine {
  const own = { fromUs: span.fromUs - overlay.shiftUs, toUs: span.toUs - overlay.shiftUs };
  return { ...lineOf(item, overlay.source, own, look), shiftUs: overlay.shiftUs, strength: OVERLAY_STRENGTH };
}

function lineOf({ info, colour }: DrawnItem, source: CurveSource, span: SpanUs, look: CurveLook): PanelLine {
  const samples = source.read(info.key, span);
  const ink = look.inkOf(colour);
  const ranks = [...info.stateNames.keys()];
  return {
    samples,
    colour: look.colourOf(colour),
    dash: look.dashOf(colour),
    gapUs: gapUs(samples, info.cycleUs),
    unit: info.unit,
    name: info.name,
    ...(ink !== undefined && { inkColour: ink }),
    ...(info.isState && {
      stateText: (value: number) => info.stateNames.get(value) ?? String(value),
      stateRank: (value: number) => Math.max(0, ranks.indexOf(value)),
    }),
  };
}
