import { Activity, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from "react";
import { ErrorBoundary } from "../ui/marks/ErrorBoundary.tsx";
import { KEPT_PAGES } from "./kept-pages.ts";
import styles from "./layout.module.css";

/**
 * NAV-06: once seen, these pages are hidden instead of taken away, and keep what was typed, chosen and scrolled to. A
 * hidden page has no effects, so it reads neither the live channel nor the address of the page that is shown. The
 * caller gives a key per user: another one starts with none of it.
 */
export function KeptPages({ path }: { path: string }) {
  const [seen, setSeen] = useState<readonly string[]>([]);
  if (KEPT_PAGES.some((kept) => kept.path === path) && !seen.includes(path)) setSeen([...seen, path]);
  return KEPT_PAGES.filter((kept) => seen.includes(kept.path)).map(({ path: own, Page }) => (
    <Activity key={own} mode={own === path ? "visible" : "hidden"}>
      <ScrollKeeper>
        <ErrorBoundary>
          <Suspense>
            <Page />
          </Suspense>
        </ErrorBoundary>
      </ScrollKeeper>
    </Activity>
  ));
}

/** Not every browser remembers how far a hidden box was scrolled. */
function ScrollKeeper({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = top.current;
  }, []);
  return (
    <div
      ref={box}
      className={styles.page}
      onScroll={(event) => {
        top.current = event.currentTarget.scrollTop;
      }}
    >
      {children}
    </div>
  );
}
