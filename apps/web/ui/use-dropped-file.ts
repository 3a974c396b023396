import { useEffect, useEffectEvent, useState } from "react";

/** Where a page has an area of its own, a file beside it goes nowhere else. */
const OWN_AREA = "dialog[open], [data-drop-area]";

/** Parts of the open page that take files wherever they are dropped; the newest of them has the file. */
const takers: symbol[] = [];

interface DroppedFileOptions {
  /** Only what no part of the page takes. */
  readonly left?: boolean;
}

/** A file that is dropped anywhere on the page; true while one is held over it. */
export function useDroppedFile(
  onFile: (file: File) => void,
  { left: isLeft = false }: DroppedFileOptions = {},
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const own = Symbol();
    const isTaken = (event: DragEvent) =>
      isLeft
        ? takers.length > 0 || event.defaultPrevented || document.querySelector(OWN_AREA) !== null
        : takers.at(-1) !== own;
    const hasFile = (event: DragEvent) => (event.dataTransfer?.types.includes("Files") ?? false) && !isTaken(event);
    if (!isLeft) takers.push(own);
    const over = (event: DragEvent) => {
      const isOurs = hasFile(event);
      setOver(isOurs);
      if (isOurs) event.preventDefault();
    };
    // Leaving one element for another is not leaving the page.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFile(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) take(file);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      if (!isLeft) takers.splice(takers.indexOf(own), 1);
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [isLeft]);
  return isOver;
}
