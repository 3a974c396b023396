import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { type LazyPage, lazyPage } from "../ui/lazy-page.tsx";
import { home, vehicles } from "./kept-pages.ts";
import { PageFailed } from "./PageFailed.tsx";
import { PublicLayout } from "./PublicLayout.tsx";
import { PAGE_TABLE, type PagePath, type PageRow } from "./page-table.ts";
import { LoginPage } from "./pages/accounts/LoginPage.tsx";
import { NotFoundPage } from "./pages/NotFoundPage.tsx";
import { Root } from "./Root.tsx";
import { parseSearch, stringifySearch } from "./search-params.ts";
import { guard } from "./session/guard.ts";
import { HOME } from "./session/return-address.ts";

const shell = lazyPage(() => import("./Shell.tsx"), "Shell");

const orderPages = () => import("./pages/tests/WorkOrderPages.tsx");
const screenPages = () => import("./pages/statistics/ScreenPages.tsx");
const panelPages = () => import("./pages/statistics/PanelPages.tsx");
const listPages = () => import("./pages/list-pages.tsx");

/** Kept pages are drawn by the shell, which hides them instead of taking them away (NAV-06); they are loaded with it. */
const drawnByShell = ({ preload }: Pick<LazyPage, "preload">) => Object.assign(() => null, { preload });

const PAGES: Record<PagePath, LazyPage | typeof LoginPage> = {
  // Small, and the first that most people see: with the entry it is there without another round trip.
  "/Login": LoginPage,
  "/Register": lazyPage(() => import("./pages/accounts/RegisterPage.tsx"), "RegisterPage"),
  "/ForgetPassword": lazyPage(() => import("./pages/accounts/ForgetPasswordPage.tsx"), "ForgetPasswordPage"),
  "/doc": lazyPage(() => import("./pages/DocPage.tsx"), "DocPage"),
  "/Container/HomePage": drawnByShell(home),
  "/Container/HomePage/DeviceDetails": lazyPage(
    () => import("./pages/devices/DeviceDetailsPage.tsx"),
    "DeviceDetailsPage",
  ),
  "/Container/CarManager": drawnByShell(vehicles),
  "/Container/CarManager/CarDetails": lazyPage(() => import("./pages/devices/CarDetailsPage.tsx"), "CarDetailsPage"),
  "/Container/DBCData": lazyPage(() => import("./pages/signals/DbcDataPage.tsx"), "DbcDataPage"),
  "/Container/DBCManager": lazyPage(() => import("./pages/signals/DbcManagerPage.tsx"), "DbcManagerPage"),
  "/Container/DBCImportPage": lazyPage(() => import("./pages/signals/DbcImportPage.tsx"), "DbcImportPage"),
  "/Container/ECUManager": lazyPage(() => import("./pages/diagnosis/EcuManagerPage.tsx"), "EcuManagerPage"),
  "/Container/BreakdownCodeManager": lazyPage(
    () => import("./pages/diagnosis/BreakdownCodeManagerPage.tsx"),
    "BreakdownCodeManagerPage",
  ),
  "/Container/LocalLog": lazyPage(() => import("./pages/files/LocalLogPage.tsx"), "LocalLogPage"),
  "/Container/DataLake": lazyPage(() => import("./pages/files/DataLakePage.tsx"), "DataLakePage"),
  "/Container/Outputs": lazyPage(() => import("./pages/files/OutputsPage.tsx"), "OutputsPage"),
  "/Container/PushRules": lazyPage(() => import("./pages/files/PushRulesPage.tsx"), "PushRulesPage"),
  "/Container/FileInbox": lazyPage(() => import("./pages/files/FileInboxPage.tsx"), "FileInboxPage"),
  "/Container/FirmwareManager": lazyPage(
    () => import("./pages/devices/FirmwareManagerPage.tsx"),
    "FirmwareManagerPage",
  ),
  "/Container/Rollout": lazyPage(() => import("./pages/devices/RolloutPage.tsx"), "RolloutPage"),
  "/Container/AlarmSearch": lazyPage(() => import("./pages/alarms/AlarmSearchPage.tsx"), "AlarmSearchPage"),
  "/Container/EFenceManager": lazyPage(() => import("./pages/places/EFenceManagerPage.tsx"), "EFenceManagerPage"),
  "/Container/EFenceManager/EFenceEditor": lazyPage(
    () => import("./pages/places/EFenceEditorPage.tsx"),
    "EFenceEditorPage",
  ),
  "/Container/TrailingMap": lazyPage(() => import("./pages/places/TrailingMapPage.tsx"), "TrailingMapPage"),
  "/Container/AlarmCenter": lazyPage(() => import("./pages/alarms/AlarmCenterPage.tsx"), "AlarmCenterPage"),
  "/Container/DataStatistics": lazyPage(
    () => import("./pages/statistics/DataStatisticsPage.tsx"),
    "DataStatisticsPage",
  ),
  "/Container/WorkOrderList": lazyPage(() => import("./pages/tests/WorkOrderListPage.tsx"), "WorkOrderListPage"),
  "/Container/WorkOrderDetail": lazyPage(orderPages, "WorkOrderDetailPage"),
  "/Container/HandleWorkOrder": lazyPage(orderPages, "HandleWorkOrderPage"),
  "/Container/TestManager": lazyPage(() => import("./pages/tests/TestManagerPage.tsx"), "TestManagerPage"),
  "/Container/EditTriggerRule": lazyPage(() => import("./pages/alarms/EditTriggerRulePage.tsx"), "EditTriggerRulePage"),
  "/Container/JsonView": lazyPage(() => import("./pages/devices/JsonViewPage.tsx"), "JsonViewPage"),
  "/Container/DeviceFrameEdit": lazyPage(
    () => import("./pages/devices/DeviceFrameEditPage.tsx"),
    "DeviceFrameEditPage",
  ),
  "/Container/DeviceTypeList": lazyPage(() => import("./pages/devices/DeviceTypeListPage.tsx"), "DeviceTypeListPage"),
  "/Container/DeviceTypeDetails": lazyPage(
    () => import("./pages/devices/DeviceTypeDetailsPage.tsx"),
    "DeviceTypeDetailsPage",
  ),
  "/Container/UserManager/SubuserManagement": lazyPage(
    () => import("./pages/accounts/SubuserManagementPage.tsx"),
    "SubuserManagementPage",
  ),
  "/Container/UserManager/PersonalCenter": lazyPage(
    () => import("./pages/accounts/PersonalCenterPage.tsx"),
    "PersonalCenterPage",
  ),
  "/Container/UserManager/SystemConfig": lazyPage(
    () => import("./pages/accounts/SystemConfigPage.tsx"),
    "SystemConfigPage",
  ),
  "/Container/UserManager/Log": lazyPage(() => import("./pages/accounts/LogPage.tsx"), "LogPage"),
  "/Container/UserManager/Sessions": lazyPage(listPages, "SessionsPage"),
  "/Container/UserManager/AccessTokens": lazyPage(listPages, "TokensPage"),
  "/Container/Operating/Health": lazyPage(() => import("./console/HealthPage.tsx"), "HealthPage"),
  "/Container/Operating/Registrations": lazyPage(
    () => import("./pages/accounts/RegistrationsPage.tsx"),
    "RegistrationsPage",
  ),
  "/Container/Operating/Tenants": lazyPage(listPages, "TenantsPage"),
  "/Container/Operating/Sessions": lazyPage(listPages, "AllSessionsPage"),
  "/Container/Operating/AccessTokens": lazyPage(listPages, "AllTokensPage"),
  "/Container/Operating/Requests": lazyPage(listPages, "RequestsPage"),
  "/Container/Operating/WorkOrders": lazyPage(orderPages, "OperatedOrdersPage"),
  "/Container/Operating/Outbox": lazyPage(listPages, "OutboxPage"),
  "/Container/Operating/Licence": lazyPage(listPages, "LicencePage"),
  "/Container/Operating/Providers": lazyPage(listPages, "ProvidersPage"),
  "/Container/Operating/Notices": lazyPage(listPages, "NoticesPage"),
  "/Container/Panels": lazyPage(panelPages, "PanelsPage"),
  "/Container/Panels/Editor": lazyPage(panelPages, "PanelPage"),
  "/can_panel/": lazyPage(() => import("./pages/statistics/SharedPanelPage.tsx"), "SharedPanelPage"),
  "/can_monitor/": lazyPage(screenPages, "MonitorScreenPage"),
  "/can_operation/": lazyPage(screenPages, "OperationScreenPage"),
};

const rootRoute = createRootRoute({
  component: Root,
  beforeLoad: guard,
  notFoundComponent: NotFoundPage,
  errorComponent: PageFailed,
});

const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: "public", component: PublicLayout });

const containerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/Container",
  component: shell,
  notFoundComponent: NotFoundPage,
});

const toHome = { beforeLoad: () => Promise.reject(redirect({ to: HOME, replace: true })) };

function routesUnder(prefix: string, parent: typeof rootRoute | typeof publicRoute | typeof containerRoute) {
  return PAGE_TABLE.filter((page: PageRow) => parentOf(page) === prefix).map((page) =>
    createRoute({
      getParentRoute: () => parent,
      path: page.path.slice(prefix === "public" || prefix === "" ? 0 : prefix.length),
      component: PAGES[page.path],
      errorComponent: PageFailed,
    }),
  );
}

function parentOf(page: PageRow): string {
  if (page.hasOwnFrame) return "";
  if (page.isPublic) return "public";
  return page.path.startsWith("/Container/") ? "/Container" : "";
}

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: "/", ...toHome }),
  publicRoute.addChildren(routesUnder("public", publicRoute)),
  containerRoute.addChildren([
    createRoute({ getParentRoute: () => containerRoute, path: "/", ...toHome }),
    ...routesUnder("/Container", containerRoute),
  ]),
  ...routesUnder("", rootRoute),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  // Pages hold their own data; loading a chunk again costs nothing.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  notFoundMode: "fuzzy",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
