import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "../../platform/kept.ts";
import { fittingRows, measureRows } from "./fit-rows.ts";
import { keptFit, keptPageSize } from "./list-kept.ts";

/** The page size "fit": as many rows as the height has room for. */
export interface PageFit {
  readonly isChosen: boolean;
  choose(on: boolean): void;
  onRows(rows: number): void;
}

/** Around a list of which nothing is known yet; asked for once more when it is. */
const AROUND_PX = 430;
const ROW_PX = 32;
const lastFit = new Map<string, number>();

/** NAV-14: what was chosen last in this list, which may be to fit the height. */
export function usePageSize(list: string): { size: number; fit: PageFit } {
  const kept = useStore(keptPageSize(list));
  const isChosen = useStore(keptFit(list));
  const [rows, setRows] = useState(
    () =>
      lastFit.get(list) ?? fittingRows({ viewPx: window.innerHeight, abovePx: AROUND_PX, belowPx: 0, rowPx: ROW_PX }),
  );
  const onRows = (next: number) => {
    lastFit.set(list, next);
    setRows(next);
  };
  return { size: isChosen ? rows : kept, fit: { isChosen, choose: (on) => keptFit(list).set(on), onRows } };
}

/** Measures with every picture of the list, since what stands above it comes and goes, and when the window changes. */
export function useFittingRows(frame: RefObject<HTMLElement | null>, fit: PageFit | undefined): void {
  const [, measureAgain] = useState(0);
  const isChosen = fit?.isChosen ?? false;
  useLayoutEffect(() => {
    const measured = isChosen && frame.current ? measureRows(frame.current) : undefined;
    if (measured) fit?.onRows(fittingRows(measured));
  });
  useEffect(() => {
    if (!isChosen) return;
    const onResize = () => measureAgain((count) => count + 1);
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, [isChosen]);
}
