import type { Thing } from "@canopy/contract/devices/thing";
import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";
import type { Timeline } from "../../ui/time/timeline.ts";

/** Properties of every tab and sub-tab of a device's page. */
export interface DeviceTabProps {
  /** Kept up to date by the page: `online` follows the live channel. */
  device: Thing;
  timeline: Timeline;
  /** Parameters of the address beside device, tab and time: the tab's own filters and page. Dropped with the tab. */
  search: Readonly<Record<string, string>>;
  /** Changes some of it; `undefined` takes a word out. */
  onSearch(changes: Readonly<Record<string, string | number | undefined>>): void;
  /** To another tab of the same device, with words for its address. */
  onTab(tab: string, sub?: string, search?: Readonly<Record<string, string>>): void;
}

/** The line of the sub-tabs; the page hands over where it is. */
const ToolLine = createContext<HTMLElement | null>(null);

export const TabToolsProvider = ToolLine;

/** A tab's own tools, drawn beside the choice of sub-tabs. Use `margin-inline-start: auto` for tools at the right. */
export function TabTools({ children }: { children: ReactNode }) {
  const line = use(ToolLine);
  return line ? createPortal(children, line) : null;
}
