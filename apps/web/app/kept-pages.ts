import { type ComponentType, memo } from "react";
import { overviewQuery } from "../devices/details/overview-query.ts";
import { lazyPage } from "../ui/lazy-page.tsx";
import type { PagePath } from "./page-table.ts";
import { queryClient } from "./query-client.ts";

/** The first page of the day: its list is asked for together with its script, not when that has come and run. */
export const home = lazyPage(() => {
  void queryClient.prefetchQuery(overviewQuery);
  return import("./pages/home/HomePage.tsx");
}, "HomePage");

export const vehicles = lazyPage(() => import("./pages/devices/CarManagerPage.tsx"), "CarManagerPage");

interface KeptPage {
  path: PagePath;
  Page: ComponentType;
}

/** NAV-06: the pages that the shell keeps. They have no properties, so that nothing around them draws them again. */
export const KEPT_PAGES: readonly KeptPage[] = [
  { path: "/Container/HomePage", Page: memo(home) },
  { path: "/Container/CarManager", Page: memo(vehicles) },
];
