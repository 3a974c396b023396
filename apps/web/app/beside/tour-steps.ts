import type { TextKey } from "../../platform/i18n.ts";
import type {} from "./texts.ts";

const DEVICE = "/Container/HomePage/DeviceDetails";

export interface TourStep {
  readonly title: TextKey;
  readonly text: TextKey;
  readonly to: string;
  /** With the id of a device where the page is one's. */
  search(thingsId: string): Record<string, string>;
}

export const TOUR_STEPS: readonly TourStep[] = [
  { title: "app.tour.home", text: "app.tour.homeText", to: "/Container/HomePage", search: () => ({}) },
  {
    title: "app.tour.frames",
    text: "app.tour.framesText",
    to: DEVICE,
    search: (id) => ({ id, tab: "data", sub: "live" }),
  },
  {
    title: "app.tour.curves",
    text: "app.tour.curvesText",
    to: DEVICE,
    search: (id) => ({ id, tab: "dbc", sub: "curve" }),
  },
  { title: "app.tour.alarms", text: "app.tour.alarmsText", to: "/Container/AlarmCenter", search: () => ({}) },
  {
    title: "app.tour.connect",
    text: "app.tour.connectText",
    to: "/Container/HomePage",
    search: () => ({ way: "terminal" }),
  },
];
