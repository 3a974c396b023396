import type { LucideIcon } from "lucide-react";
import {
  Activity,
  BadgeCheck,
  Boxes,
  CalendarClock,
  ClipboardList,
  Cog,
  Cpu,
  Database,
  FlaskConical,
  FolderInput,
  FolderOpen,
  History,
  KeyRound,
  LayoutTemplate,
  LogOut,
  MonitorSmartphone,
  ScanSearch,
  ScrollText,
  Send,
  TriangleAlert,
  UserRound,
  UsersRound,
  Waves,
} from "lucide-react";
import type { TextKey } from "../../platform/i18n.ts";
import { REQUEST_HASH } from "../capacity-hash.ts";
import { ENTRIES_HASH, HEALTH_PATH } from "../console/console-entries.ts";
import type { PagePath } from "../page-table.ts";

/** The facts that decide which entries are shown (NAV-04). */
export interface UserMenuFacts {
  isManager: boolean;
  isSystemManager: boolean;
  hasLicence: boolean;
  hasBilling: boolean;
  hasLowCode: boolean;
}

export type UserMenuTarget =
  | { kind: "page"; path: PagePath; hash?: string }
  /** A foreign site, opened with a hand-over code. */
  | { kind: "site"; site: "billing" | "manage" }
  | { kind: "signOut" };

export interface UserMenuEntry {
  key: string;
  title: TextKey;
  icon: LucideIcon;
  target: UserMenuTarget;
  /** A line above. */
  apart?: true;
}

const page = (path: PagePath, hash?: string): UserMenuTarget => ({ kind: "page", path, ...(hash ? { hash } : {}) });

/** NAV-04, NAV-16: the user dropdown, in its order. */
export function userMenuFor(facts: UserMenuFacts): UserMenuEntry[] {
  const { isManager, isSystemManager, hasLicence, hasBilling, hasLowCode } = facts;
  const personal = "/Container/UserManager/PersonalCenter";
  const centre: UserMenuTarget = hasBilling ? { kind: "site", site: "billing" } : page(personal);
  const entries: (UserMenuEntry | false)[] = [
    { key: "centre", title: "app.user.centre", icon: UserRound, target: centre },
    hasBilling && { key: "personal", title: "app.page.personal", icon: UserRound, target: page(personal) },
    {
      key: "sessions",
      title: "app.page.sessions",
      icon: MonitorSmartphone,
      target: page("/Container/UserManager/Sessions"),
    },
    {
      key: "tokens",
      title: "app.page.accessTokens",
      icon: KeyRound,
      target: page("/Container/UserManager/AccessTokens"),
    },
    {
      key: "types",
      title: "app.page.deviceTypes",
      icon: Boxes,
      target: page("/Container/DeviceTypeList"),
      apart: true,
    },
    { key: "alarmSearch", title: "app.page.alarmSearch", icon: ScanSearch, target: page("/Container/AlarmSearch") },
    { key: "localLog", title: "app.page.localLog", icon: FolderOpen, target: page("/Container/LocalLog") },
    { key: "lake", title: "app.page.lake", icon: Waves, target: page("/Container/DataLake") },
    { key: "outputs", title: "app.page.outputs", icon: CalendarClock, target: page("/Container/Outputs") },
    isManager && { key: "push", title: "app.page.pushRules", icon: Send, target: page("/Container/PushRules") },
    isManager && { key: "inbox", title: "app.page.inbox", icon: FolderInput, target: page("/Container/FileInbox") },
    isManager && {
      key: "firmware",
      title: "app.page.firmware",
      icon: Cpu,
      target: page("/Container/FirmwareManager"),
    },
    { key: "tests", title: "app.page.tests", icon: FlaskConical, target: page("/Container/TestManager") },
    {
      key: "faults",
      title: "app.page.faultCodes",
      icon: TriangleAlert,
      target: page("/Container/BreakdownCodeManager"),
    },
    isManager && {
      key: "subUsers",
      title: "app.page.subUsers",
      icon: UsersRound,
      target: page("/Container/UserManager/SubuserManagement"),
    },
    hasLicence && {
      key: "licence",
      title: "app.user.licence",
      icon: BadgeCheck,
      target: page("/Container/DeviceTypeList", "licence"),
    },
    { key: "log", title: "app.page.log", icon: ScrollText, target: page("/Container/UserManager/Log") },
    { key: "config", title: "app.page.systemConfig", icon: Cog, target: page("/Container/UserManager/SystemConfig") },
    {
      key: "orders",
      title: "app.page.workOrders",
      icon: ClipboardList,
      target: page("/Container/WorkOrderList"),
      apart: true,
    },
    {
      key: "updates",
      title: "app.user.updateLog",
      icon: History,
      target: page("/Container/UserManager/SystemConfig", "updates"),
    },
    {
      key: "capacity",
      title: "app.user.capacity",
      icon: Database,
      target: hasBilling ? centre : page("/Container/HomePage", REQUEST_HASH),
    },
    hasLowCode && {
      key: "lowCode",
      title: "app.user.lowCode",
      icon: LayoutTemplate,
      target: { kind: "site", site: "manage" },
    },
    isSystemManager && {
      key: "console",
      title: "app.user.console",
      icon: Activity,
      target: page(HEALTH_PATH, ENTRIES_HASH),
      apart: true,
    },
    { key: "signOut", title: "app.user.signOut", icon: LogOut, target: { kind: "signOut" }, apart: true },
  ];
  return entries.filter((entry) => entry !== false);
}
