import type { MouseEvent } from "react";

/** A link of the page's router. */
export interface Way {
  readonly address: string;
  open(): void;
}

/** From a device to its other pages. */
export interface FleetWays {
  track(id: string): Way;
  details(id: string): Way;
  alarms(id: string): Way;
}

/** A link like any other: the middle button opens a tab, a plain click stays in this one. */
export const linkTo = ({ address, open }: Way) => ({
  href: address,
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  },
});
