import type { TableFrame } from "../table/table-frame.ts";
import type { FoundMessage } from "./frame-decoders.ts";
import { type PanelWays, type PanelWords, type SampledFrame, SignalPanel } from "./signal-panel.ts";

/** The frames of the same identifier in the minute around a row. */
export type SamplesOf = (
  frame: TableFrame,
  signal: AbortSignal,
) => Promise<readonly SampledFrame[]> | readonly SampledFrame[];

interface PanelSetting {
  readonly words: PanelWords;
  readonly ways: PanelWays;
  readonly samplesOf?: SamplesOf | undefined;
}

interface OpenPanel {
  readonly panel: SignalPanel;
  readonly reading: AbortController;
  readonly setting: PanelSetting;
  isAsked: boolean;
  isDrawn: boolean;
}

/** The opened rows, by their keys. */
export class RowPanels {
  private readonly open = new Map<string, OpenPanel>();
  has(key: string): boolean {
    return this.open.has(key);
  }

  toggle(frame: TableFrame, setting: PanelSetting): void {
    const known = this.open.get(frame.key);
    if (known) {
      known.reading.abort();
      known.panel.node.remove();
      this.open.delete(frame.key);
      return;
    }
    const panel = new SignalPanel(setting.words, setting.ways);
    this.open.set(frame.key, { panel, reading: new AbortController(), setting, isAsked: false, isDrawn: false });
  }

  /** A change of language or DBCs keeps the opened rows. */
  renew(setting: PanelSetting): void {
    for (const [key, known] of this.open) {
      known.reading.abort();
      known.panel.node.remove();
      const panel = new SignalPanel(setting.words, setting.ways);
      this.open.set(key, { panel, reading: new AbortController(), setting, isAsked: false, isDrawn: false });
    }
  }

  /** `nowMs` is set for a line that is updated live. */
  draw(
    frame: TableFrame,
    found: FoundMessage | null,
    { row, top, height, nowMs }: { row: HTMLElement; top: number; height: number; nowMs: number | undefined },
  ): void {
    const known = this.open.get(frame.key);
    if (!known) return;
    const { panel } = known;
    known.isDrawn = true;
    // Read right behind its row.
    if (row.nextSibling !== panel.node && !panel.node.contains(document.activeElement)) row.after(panel.node);
    panel.place(top, height);
    if (nowMs === undefined) panel.show(frame, found);
    else panel.follow(frame, found, nowMs);
    if (!known.isAsked && found) void this.ask(frame, known);
  }

  /** Removes panels that were not drawn this time. */
  hideOthers(): void {
    for (const known of this.open.values()) {
      if (!known.isDrawn) known.panel.node.remove();
      known.isDrawn = false;
    }
  }

  close(): void {
    for (const { reading, panel } of this.open.values()) {
      reading.abort();
      panel.node.remove();
    }
    this.open.clear();
  }

  private async ask(frame: TableFrame, known: OpenPanel): Promise<void> {
    known.isAsked = true;
    const { samplesOf } = known.setting;
    if (!samplesOf) return;
    try {
      const frames = await samplesOf(frame, known.reading.signal);
      if (!known.reading.signal.aborted) known.panel.setSamples(frames);
    } catch {
      // The values are shown; only the curve of the minute around them is missing.
    }
  }
}
