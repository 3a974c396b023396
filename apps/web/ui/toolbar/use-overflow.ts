import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLanguage } from "../../platform/i18n.ts";
import { itemsThatLeave } from "./fit-items.ts";

export interface OverflowItem {
  readonly key: string;
  readonly priority?: number | undefined;
  /** Of an item that may shrink: its smallest width. */
  readonly minPx?: number | undefined;
}

interface Measures {
  readonly gapPx: number;
  readonly morePx: number;
  /** ⋯ stands there in any case. */
  readonly hasMore?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Which items do not fit into the line. Elements in it carry their key as `data-item`. An item outside the line is known
 * by the width it had there; in another language all are measured anew.
 */
export function useOverflow(
  line: RefObject<HTMLElement | null>,
  items: readonly OverflowItem[],
  { gapPx, morePx, hasMore = false }: Measures,
): ReadonlySet<string> {
  const language = useLanguage();
  const widths = useRef(new Map<string, number>());
  const [gone, setGone] = useState(NONE);
  const [measured, setMeasured] = useState(language);
  const isForeign = measured !== language;
  const shownKeys = items.map(({ key }) => (gone.has(key) && !isForeign ? "" : key)).join(" ");

  const measure = useEffectEvent(() => {
    const box = line.current;
    if (!box || box.clientWidth === 0) return;
    for (const element of elementsOf(box)) {
      widths.current.set(element.dataset.item ?? "", element.getBoundingClientRect().width);
    }
    const known = items.map(({ key, priority, minPx }) => ({
      key,
      priority,
      widthPx: minPx ?? Math.ceil(widths.current.get(key) ?? 0),
    }));
    const next = itemsThatLeave(known, { roomPx: roomOf(box), gapPx, morePx, hasMore });
    setGone((old) => (isSame(old, next) ? old : next));
    setMeasured(language);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items in the line are measured and observed anew
  useLayoutEffect(() => {
    const box = line.current;
    if (!box) return;
    measure();
    const observer = new ResizeObserver(() => measure());
    observer.observe(box);
    for (const element of elementsOf(box)) observer.observe(element);
    return () => observer.disconnect();
  }, [line, shownKeys]);
  return isForeign ? NONE : gone;
}

function elementsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(":scope > [data-item]")];
}

function roomOf(box: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(box);
  return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}
