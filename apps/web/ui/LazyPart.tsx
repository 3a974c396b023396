import { type ReactNode, Suspense } from "react";
import { useText } from "../platform/i18n.ts";
import { addNote } from "./float/notes.ts";
import { ErrorBoundary } from "./marks/ErrorBoundary.tsx";

interface LazyPartProps {
  /** Made by `lazyPage`. */
  children: ReactNode;
  /** Stands there until it is loaded. */
  fallback?: ReactNode;
  /** Nobody asked for it: where it does not load nothing stands in its place, and another `resetKey` tries again. */
  quiet?: boolean;
  resetKey?: string;
  /** It was opened by a click: where it does not load a note says so, and this closes it. */
  onFailed?(): void;
}

/** NAV-03: a part of a page in its own chunk. One that does not load takes only itself away. */
export function LazyPart({ children, fallback, quiet = false, resetKey = "", onFailed }: LazyPartProps) {
  const t = useText();
  const fail = () => {
    if (!onFailed) return;
    addNote({ tone: "ordinary", text: t("ui.error.note") });
    onFailed();
  };
  return (
    <ErrorBoundary resetKey={resetKey} quiet={quiet || onFailed !== undefined} onError={fail}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
