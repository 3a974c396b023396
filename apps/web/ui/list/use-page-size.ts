import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "../../platform/kept.ts";
import { fittingRows, measureRows } from "./fit-rows.ts";
import { fittingSize, keptFit, keptPageSize } from "./list-kept.ts";

/** The page size "fit": as many rows as the height has room for. */
export interface PageFit {
  readonly isChosen: boolean;
  choose(on: boolean): void;
  onRows(rows: number): void;
}

/** NAV-14: what was chosen last in this list, which may be to fit the height. */
export function usePageSize(list: string): { size: number; fit: PageFit } {
  const kept = useStore(keptPageSize(list));
  const isChosen = useStore(keptFit(list));
  const rows = useStore(fittingSize(list));
  return {
    size: isChosen ? rows : kept,
    fit: { isChosen, choose: keptFit(list).set, onRows: fittingSize(list).set },
  };
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
