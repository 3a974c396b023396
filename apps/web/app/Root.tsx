import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useText } from "../platform/i18n.ts";
import { NoteStack } from "../ui/float/NoteStack.tsx";
import { submitByKeys } from "../ui/form/submit-by-keys.ts";
import { MomentWayProvider } from "../ui/time/moment.tsx";
import { useSystemName } from "./header/system-name.ts";
import { rememberAddress } from "./kept-addresses.ts";
import { pageAt } from "./page-table.ts";
import { useMomentWay } from "./use-moment-way.ts";

/** Shared by all pages: title in the tab, notes, memory of kept addresses. */
export function Root() {
  const t = useText();
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const systemName = useSystemName();
  const title = t(pageAt(pathname)?.title ?? "app.page.notFound");

  useEffect(() => {
    document.title = `${title} · ${systemName}`;
  }, [title, systemName]);
  useEffect(() => {
    addEventListener("keydown", submitByKeys);
    return () => removeEventListener("keydown", submitByKeys);
  }, []);
  useEffect(() => rememberAddress(pathname, searchStr), [pathname, searchStr]);

  return (
    <MomentWayProvider value={useMomentWay()}>
      <Outlet />
      <NoteStack />
    </MomentWayProvider>
  );
}
