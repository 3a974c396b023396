import { type RefObject, useLayoutEffect, useState } from "react";

const LEAST_PX = 440;
/** Space between the panels and the footer. */
const BELOW_PX = 16;

/** The panels fill the window down to the footer, so that the page does not scroll under the pointer. */
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
    // A line that appears above the panels changes the height of the page.
    for (const part of main.children) watch.observe(part);
    return () => watch.disconnect();
  }, [desk]);
  return height;
}
