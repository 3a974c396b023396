import type { ReactNode } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";

/** A page with its name above and its list below. */
export function TitledPage({ title, children }: { title: TextKey; children: ReactNode }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t(title)} />
      {children}
    </>
  );
}
