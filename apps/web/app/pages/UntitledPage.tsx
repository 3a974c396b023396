import type { ReactNode } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";

/** A page without an object (yet): its title is for screen readers only. */
export function UntitledPage({ title, children }: { title: TextKey; children: ReactNode }) {
  const t = useText();
  return (
    <>
      <h1 className="unseen">{t(title)}</h1>
      {children}
    </>
  );
}
