import type { ReactNode } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";

/** A page whose thing is not there (yet): what it is called is heard, not seen. */
export function UntitledPage({ title, children }: { title: TextKey; children: ReactNode }) {
  const t = useText();
  return (
    <>
      <h1 className="unseen">{t(title)}</h1>
      {children}
    </>
  );
}
