import { type RefObject, useLayoutEffect, useState } from "react";

const LEAST_PX = 440;
/** Between the panels and the footer. */
const BELOW_PX = 16;

/** The panels fill what is left of the window above the footer, so that nothing scrolls under the pointer. */
export function useStageHeight(desk: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(LEAST_PX);
  useLayoutEffect(() => {
    const box = desk.current;
    const main = box?.closest("main");
    if (!box || !main) return;
    const measure = () => {
      const top = box.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop;
      setHeight(Math.max(LEAST_PX, Math.floor(main.clientHeight - top - BELOW_PX)));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(main);
    // A line above the panels that comes or goes changes the height of the page.
    for (const part of main.children) watch.observe(part);
    return () => watch.disconnect();
  }, [desk]);
  return height;
}
