// What a finger would miss: controls that do not take it over 40 px through their middle, across and down.
import type { Page } from "playwright-core";

const CONTROLS =
  "button, a[href], input, select, textarea, summary, [role=tab], [role=radio], [role=switch], [role=slider], [role=menuitem]";

/** Marks of a map may lie over each other. A link in a sentence is exempt too: it is as high as its line (WCAG 2.5.8). */
const EXEMPT = "[data-map], svg, canvas, [inert]";

export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ controls, exempt }) => {
      const LIKE = 12;
      // Of 40 pixels; the edges of the box around a field are not the field's.
      const wantedOf = (control: Element) => (control.matches("input, select, textarea") ? 37 : 39);
      const isSame = (control: Element, hit: Element | null): boolean => {
        if (hit === null || control.contains(hit)) return hit !== null;
        const label = hit.closest("label");
        return label !== null && (label.contains(control) || (control.id !== "" && label.htmlFor === control.id));
      };
      const isInSentence = (control: Element): boolean => {
        if (control.tagName !== "A" || getComputedStyle(control).display !== "inline") return false;
        let around = control.parentElement;
        while (around && getComputedStyle(around).display === "inline") around = around.parentElement;
        return (around?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0);
      };
      /** What is cut off by a box that scrolls comes into reach by scrolling. */
      const seenOf = (control: Element) => {
        let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
        for (let box = control.parentElement; box; box = box.parentElement) {
          if (getComputedStyle(box).overflow === "visible") continue;
          const rect = box.getBoundingClientRect();
          [left, top] = [Math.max(left, rect.left), Math.max(top, rect.top)];
          [right, bottom] = [Math.min(right, rect.right), Math.min(bottom, rect.bottom)];
        }
        return (x: number, y: number) => x >= left && y >= top && x < right && y < bottom;
      };
      const isMissed = (control: HTMLElement): boolean => {
        const area = control.closest("label") ?? control;
        area.scrollIntoView({ block: "center", inline: "center" });
        const box = area.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const isSeen = seenOf(control);
        // Covered by something that is open: not in reach at all.
        if (!isSeen(x, y) || !isSame(control, document.elementFromPoint(x, y))) return false;
        const wanted = wantedOf(control);
        const takes = (px: number, py: number) => !isSeen(px, py) || isSame(control, document.elementFromPoint(px, py));
        const extent = (dx: number, dy: number) => {
          const half = wanted / 2;
          if (takes(x - half * dx, y - half * dy) && takes(x + half * dx, y + half * dy)) return wanted;
          let length = 1;
          for (const way of [1, -1])
            for (let i = way; takes(x + i * dx, y + i * dy) && length < wanted; i += way) length++;
          return length;
        };
        return extent(1, 0) < wanted || extent(0, 1) < wanted;
      };
      const scrolled = () =>
        [...document.querySelectorAll("*")].filter((box) => box.scrollTop > 0 || box.scrollLeft > 0);
      const before = scrolled().map((box) => ({ box, left: box.scrollLeft, top: box.scrollTop }));
      const shown = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
        const isPicker = control.matches("input[type=file]") && control.tabIndex < 0;
        // Without one: the link that skips the header, for keys.
        const isShown = control.offsetParent !== null && control.checkVisibility({ visibilityProperty: true });
        return isShown && !isPicker && !control.closest(exempt);
      });
      // Rows of one list are alike.
      const counts = new Map<string, number>();
      const isOneOfMany = ({ tagName, className }: Element) => {
        const kind = `${tagName} ${className}`;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        return (counts.get(kind) ?? 0) > LIKE;
      };
      const found = shown.filter((control) => !isInSentence(control) && !isOneOfMany(control) && isMissed(control));
      const texts = found.map((one) => {
        const name = one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 30) ?? "";
        const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
        return `${one.tagName.toLowerCase()} "${name}" ${Math.round(width)} × ${Math.round(height)} .${one.className}`;
      });
      for (const box of scrolled()) box.scrollTo(0, 0);
      for (const { box, left, top } of before) box.scrollTo(left, top);
      return [...new Set(texts)];
    },
    { controls: CONTROLS, exempt: EXEMPT },
  );
}
