import { createKept, createStore } from "../../platform/kept.ts";

/** In the address of any page it starts the tour. */
export const TOUR_HASH = "tour";

/** The step that is shown; null: the tour is not under way. */
export const tourStep = createStore<number | null>(null);

/** Left or done in this browser: it does not offer itself again. */
export const tourLeft = createKept<boolean>({
  key: "canopy.tour",
  read: (text) => text === "left",
  write: (left) => (left ? "left" : ""),
});

export function leaveTour(): void {
  tourStep.set(null);
  tourLeft.set(true);
}
