import type { TextKey } from "../platform/i18n.ts";
import type {} from "./texts.ts";

/** The header menu of NAV-04, in its order. */
export const MENU = ["home", "cars", "dbc", "statistics", "ecu", "fences"] as const;
export type MenuItem = (typeof MENU)[number];

/** A page of the product as the address names it (NAV-01). */
export interface PageRow {
  readonly path: string;
  readonly title: TextKey;
  /** Without a token, on the public layout. */
  readonly isPublic?: true;
  /** Public, with a header of its own. */
  readonly hasOwnFrame?: true;
  readonly menu?: MenuItem;
  /** For the system manager. */
  readonly forSystemManager?: true;
  /** NAV-06: keeps filters, page and scroll while one is elsewhere. */
  readonly kept?: true;
  /** Needs an id in its address, so no menu or palette leads there directly. */
  readonly isDetail?: true;
}

const container = <P extends string>(path: P) => `/Container/${path}` as const;

export const PAGE_TABLE = [
  { path: "/Login", title: "app.page.login", isPublic: true },
  { path: "/Register", title: "app.page.register", isPublic: true },
  { path: "/ForgetPassword", title: "app.page.forgetPassword", isPublic: true },
  { path: "/doc", title: "app.page.doc", isPublic: true, hasOwnFrame: true },
  { path: container("HomePage"), title: "app.page.home", menu: "home", kept: true },
  { path: container("HomePage/DeviceDetails"), title: "app.page.deviceDetails", menu: "home", isDetail: true },
  { path: container("CarManager"), title: "app.page.cars", menu: "cars", kept: true },
  { path: container("CarManager/CarDetails"), title: "app.page.carDetails", menu: "cars", isDetail: true },
  { path: container("DBCManager"), title: "app.page.dbc", menu: "dbc" },
  { path: container("DBCImportPage"), title: "app.page.dbcImport", menu: "dbc" },
  { path: container("LocalLog"), title: "app.page.localLog" },
  { path: container("DataLake"), title: "app.page.lake" },
  { path: container("Outputs"), title: "app.page.outputs" },
  { path: container("PushRules"), title: "app.page.pushRules" },
  { path: container("FileInbox"), title: "app.page.inbox" },
  { path: container("FirmwareManager"), title: "app.page.firmware" },
  { path: container("Rollout"), title: "app.page.rollout", isDetail: true },
  { path: container("DBCData"), title: "app.page.dbcData", menu: "home" },
  { path: container("DataStatistics"), title: "app.page.statistics", menu: "statistics" },
  { path: container("ECUManager"), title: "app.page.ecu", menu: "ecu" },
  { path: container("EFenceManager"), title: "app.page.fences", menu: "fences" },
  {
    path: container("EFenceManager/EFenceEditor"),
    title: "app.page.fenceEditor",
    menu: "fences",
    isDetail: true,
  },
  { path: container("BreakdownCodeManager"), title: "app.page.faultCodes" },
  { path: container("AlarmCenter"), title: "app.page.alarms" },
  {
    path: container("EditTriggerRule"),
    title: "app.page.triggerRule",
    isDetail: true,
  },
  { path: container("AlarmSearch"), title: "app.page.alarmSearch" },
  { path: container("WorkOrderList"), title: "app.page.workOrders" },
  { path: container("HandleWorkOrder"), title: "app.page.handleWorkOrder", isDetail: true },
  { path: container("WorkOrderDetail"), title: "app.page.workOrderDetail", isDetail: true },
  { path: container("UserManager/SubuserManagement"), title: "app.page.subUsers" },
  { path: container("UserManager/Log"), title: "app.page.log" },
  { path: container("UserManager/SystemConfig"), title: "app.page.systemConfig" },
  { path: container("UserManager/PersonalCenter"), title: "app.page.personal" },
  { path: container("UserManager/Sessions"), title: "app.page.sessions" },
  { path: container("UserManager/AccessTokens"), title: "app.page.accessTokens" },
  { path: container("DeviceTypeList"), title: "app.page.deviceTypes" },
  { path: container("DeviceTypeDetails"), title: "app.page.deviceTypeDetails", isDetail: true },
  { path: container("TestManager"), title: "app.page.tests" },
  { path: container("TrailingMap"), title: "app.page.trailingMap", menu: "home" },
  { path: container("JsonView"), title: "app.page.jsonView", isDetail: true },
  { path: container("DeviceFrameEdit"), title: "app.page.frameEdit", isDetail: true },
  { path: container("Operating/Health"), title: "app.page.health", forSystemManager: true },
  { path: container("Operating/Registrations"), title: "app.page.registrations", forSystemManager: true },
  { path: container("Operating/Tenants"), title: "app.page.tenants", forSystemManager: true },
  { path: container("Operating/Sessions"), title: "app.page.allSessions", forSystemManager: true },
  { path: container("Operating/AccessTokens"), title: "app.page.allAccessTokens", forSystemManager: true },
  { path: container("Operating/Requests"), title: "app.page.requests", forSystemManager: true },
  { path: container("Operating/WorkOrders"), title: "app.page.operatedOrders", forSystemManager: true },
  { path: container("Operating/Outbox"), title: "app.page.outbox", forSystemManager: true },
  { path: container("Operating/Licence"), title: "app.page.licence", forSystemManager: true },
  { path: container("Operating/Providers"), title: "app.page.providers", forSystemManager: true },
  { path: container("Operating/Notices"), title: "app.page.notices", forSystemManager: true },
  { path: container("Panels"), title: "app.page.panels" },
  { path: container("Panels/Editor"), title: "app.page.panel", isDetail: true },
  { path: "/can_panel/", title: "app.page.sharedPanel", isPublic: true, hasOwnFrame: true },
  { path: "/can_monitor/", title: "app.page.monitorScreen" },
  { path: "/can_operation/", title: "app.page.operationScreen" },
] as const satisfies readonly PageRow[];

export type PagePath = (typeof PAGE_TABLE)[number]["path"];

/** The four public paths of NAV-02, and panels by a link (STA-05). */
export function isPublicPath(path: string): boolean {
  return PAGE_TABLE.some((page: PageRow) => page.isPublic === true && bare(page.path) === bare(path));
}

const bare = (path: string) => path.replace(/\/+$/, "");

/** An address with or without a final slash names the same page. */
export function pageAt(path: string): PageRow | undefined {
  return PAGE_TABLE.find((page) => bare(page.path) === bare(path));
}
