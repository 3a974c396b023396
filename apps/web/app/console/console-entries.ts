import type { LucideIcon } from "lucide-react";
import {
  Activity,
  BadgeCheck,
  Building2,
  ClipboardList,
  DatabaseZap,
  Inbox,
  KeyRound,
  Megaphone,
  MonitorSmartphone,
  Send,
  UserCheck,
} from "lucide-react";
import type { TextKey } from "../../platform/i18n.ts";
import type { PagePath } from "../page-table.ts";

interface ConsoleEntry {
  readonly path: PagePath;
  readonly title: TextKey;
  readonly icon: LucideIcon;
}

export const HEALTH_PATH = "/Container/Operating/Health";
export const ORDERS_PATH = "/Container/Operating/WorkOrders";
export const OUTBOX_PATH = "/Container/Operating/Outbox";
export const REGISTRATIONS_PATH = "/Container/Operating/Registrations";
export const REQUESTS_PATH = "/Container/Operating/Requests";
/** On a phone the list of entries is a page of its own, at this hash. */
export const ENTRIES_HASH = "entries";

/** USR-08: the pages of the system console, in its order. */
export const CONSOLE_ENTRIES: readonly ConsoleEntry[] = [
  { path: HEALTH_PATH, title: "app.page.health", icon: Activity },
  { path: REGISTRATIONS_PATH, title: "app.page.registrations", icon: UserCheck },
  { path: "/Container/Operating/Tenants", title: "app.page.tenants", icon: Building2 },
  { path: REQUESTS_PATH, title: "app.page.requests", icon: DatabaseZap },
  { path: ORDERS_PATH, title: "app.page.operatedOrders", icon: ClipboardList },
  { path: "/Container/Operating/Notices", title: "app.page.notices", icon: Megaphone },
  { path: "/Container/Operating/Licence", title: "app.page.licence", icon: BadgeCheck },
  { path: "/Container/Operating/Providers", title: "app.page.providers", icon: Send },
  { path: OUTBOX_PATH, title: "app.page.outbox", icon: Inbox },
  { path: "/Container/Operating/Sessions", title: "app.page.allSessions", icon: MonitorSmartphone },
  { path: "/Container/Operating/AccessTokens", title: "app.page.allAccessTokens", icon: KeyRound },
];
