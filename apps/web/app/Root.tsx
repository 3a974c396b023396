import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useText } from "../platform/i18n.ts";
import { NoteStack } from "../ui/float/NoteStack.tsx";
import { useSystemName } from "./header/system-name.ts";
import { rememberAddress } from "./kept-addresses.ts";
import { pageAt } from "./page-table.ts";

/** Shared by all pages: title in the tab, notes, memory of kept addresses. */
export function Root() {
  const t = useText();
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const systemName = useSystemName();
  const title = t(pageAt(pathname)?.title ?? "app.page.notFound");

  useEffect(() => {
    document.title = `${title} · ${systemName}`;
  }, [title, systemName]);
  useEffect(() => rememberAddress(pathname, searchStr), [pathname, searchStr]);

  return (
    <>
      <Outlet />
      <NoteStack />
    </>
  );
}
