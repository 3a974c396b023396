import type { OverviewRow } from "@canopy/contract/devices/overview";
import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import { formatRelative, viewerZone } from "../../platform/time-formats.ts";
import { levelOfLoad } from "../../ui/marks/levels.ts";
import { lastSeen } from "./arrange-devices.ts";
import { sparkPoints } from "./spark-points.ts";
import type { ChannelState, StatusBoard } from "./status-board.ts";

/** Of the drawing that a path is written for; CSS may stretch it. */
export const SPARK = { width: 90, height: 20 } as const;

const NO_SPARK = { line: "", area: "" };

/** The parts of a row or card that live, found once by their `data-live`. */
interface Parts {
  root: HTMLElement;
  dot: Element | null;
  seen: Element | null;
  sd: Element | null;
  channels: ChannelParts[];
}

interface ChannelParts {
  channel: number;
  root: HTMLElement;
  fill: HTMLElement | null;
  load: Element | null;
  line: Element | null;
  area: Element | null;
  rate: Element | null;
}

/** Updates the live values of this element until called; React draws the rest. */
export function paintDevice(root: HTMLElement, row: OverviewRow, board: StatusBoard, t: Translate): () => void {
  const parts = partsOf(root);
  const zone = viewerZone();
  return board.watch(row.id, (nowMs) => {
    const state = board.get(row.id);
    const online = state?.online ?? row.online;
    setData(root, "online", online ? "1" : "0");
    parts.dot?.setAttribute("aria-label", t(online ? "devices.list.online" : "devices.list.offline"));
    const sd = state?.sdState ?? row.sd_state;
    setText(parts.sd, sd === null ? "—" : t(`devices.sd.${sd}`));
    // When it came says nothing about frames that the live channel is about to tell of.
    const seen = online && !board.isTold ? null : lastSeen(row, state);
    setText(parts.seen, seen === null ? "—" : formatRelative(Math.min(seen, nowMs), { nowMs, zone, t }));
    for (const channel of parts.channels) {
      const known = state?.channels[channel.channel];
      const at = known && formatRelative(Math.min(known.lastFrameAt, nowMs), { nowMs, zone, t });
      paintChannel(channel, known, nowMs, at === undefined ? "" : t("devices.list.channelSeen", { time: at }));
    }
  });
}

function paintChannel(parts: ChannelParts, state: ChannelState | undefined, nowMs: number, seen: string): void {
  if (parts.root.title !== seen) parts.root.title = seen;
  const percent = state ? Math.round(state.load * 100) : 0;
  setData(parts.root, "level", levelOfLoad(percent));
  setData(parts.root, "quiet", state && state.framesPerSecond > 0 ? "0" : "1");
  if (parts.fill) parts.fill.style.width = `${Math.min(100, percent)}%`;
  setText(parts.load, state ? formatQuantity(percent, "%") : "—");
  setText(parts.rate, state ? formatNumber(Math.round(state.framesPerSecond)) : "—");
  state?.ring.advance(nowMs);
  const { line, area } = state ? sparkPoints(state.ring, SPARK) : NO_SPARK;
  parts.line?.setAttribute("points", line);
  parts.area?.setAttribute("points", area);
}

function partsOf(root: HTMLElement): Parts {
  const find = (name: string, within: Element = root) => within.querySelector(`[data-live="${name}"]`);
  const channels = [...root.querySelectorAll<HTMLElement>("[data-channel]")].map((element) => ({
    channel: Number(element.dataset.channel),
    root: element,
    fill: element.querySelector<HTMLElement>('[data-live="fill"]'),
    load: find("load", element),
    line: find("line", element),
    area: find("area", element),
    rate: find("rate", element),
  }));
  return { root, dot: find("dot"), seen: find("seen"), sd: find("sd"), channels };
}

/** Writing an equal text would cost a layout, and another text node a style besides. */
function setText(element: Element | null, text: string): void {
  const node = element?.firstChild;
  if (!(node instanceof Text)) element?.append(text);
  else if (node.data !== text) node.data = text;
}

function setData(element: HTMLElement, name: string, value: string): void {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}
