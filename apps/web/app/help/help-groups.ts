import type { TextKey } from "../../platform/i18n.ts";
import { DEVICE_TABS } from "../details/device-tabs.ts";
import "../details/texts.ts";
import { PAGE_TABLE, type PageRow } from "../page-table.ts";
import { helpPage } from "./help-address.ts";
import type {} from "./texts.ts";

export interface HelpEntry {
  readonly id: string;
  readonly title: TextKey;
  /** The page is not built yet. */
  /** Part of the entry before it. */
  readonly isPart: boolean;
}

export interface HelpGroup {
  readonly title: TextKey;
  readonly entries: readonly HelpEntry[];
}

/** The contents in their order: ids of sections, which for a page are its path. */
const ORDER: readonly { title: TextKey; ids: readonly string[] }[] = [
  { title: "app.help.group.arrival", ids: ["everywhere", "Login", "Register", "ForgetPassword"] },
  {
    title: "app.help.group.devices",
    ids: [
      "HomePage",
      "HomePage/DeviceDetails",
      ...DEVICE_TABS.map(({ key }) => `HomePage/DeviceDetails/${key}`),
      "CarManager",
      "CarManager/CarDetails",
      "DeviceTypeList",
      "DeviceTypeDetails",
      "JsonView",
      "DeviceFrameEdit",
    ],
  },
  { title: "app.help.group.signals", ids: ["DBCManager", "DBCImportPage", "DBCData", "LocalLog"] },
  { title: "app.help.group.alarms", ids: ["AlarmCenter", "EditTriggerRule", "AlarmSearch"] },
  { title: "app.help.group.places", ids: ["TrailingMap", "EFenceManager", "EFenceManager/EFenceEditor"] },
  { title: "app.help.group.diagnosis", ids: ["ECUManager", "BreakdownCodeManager", "TestManager"] },
  { title: "app.help.group.files", ids: ["FileInbox", "DataLake", "Outputs", "PushRules"] },
  { title: "app.help.group.firmware", ids: ["FirmwareManager", "Rollout"] },
  {
    title: "app.help.group.work",
    ids: [
      "DataStatistics",
      "WorkOrderList",
      "HandleWorkOrder",
      "WorkOrderDetail",
      "can_monitor",
      "can_operation",
      "Panels",
      "Panels/Editor",
      "can_panel",
    ],
  },
  {
    title: "app.help.group.people",
    ids: [
      "UserManager/SubuserManagement",
      "UserManager/Log",
      "UserManager/SystemConfig",
      "UserManager/PersonalCenter",
      "UserManager/Sessions",
      "UserManager/AccessTokens",
    ],
  },
  {
    title: "app.help.group.operating",
    ids: [
      "Health",
      "Registrations",
      "Tenants",
      "Sessions",
      "AccessTokens",
      "Requests",
      "WorkOrders",
      "Outbox",
      "Licence",
      "Providers",
      "Notices",
    ].map((page) => `Operating/${page}`),
  },
  { title: "app.help.group.reference", ids: ["package", "quickDelete", "errors", "terms", "doc"] },
];

const OWN_TITLES: Readonly<Record<string, TextKey>> = {
  everywhere: "app.help.title.everywhere",
  package: "app.help.title.package",
  quickDelete: "app.help.title.quickDelete",
  errors: "app.help.title.errors",
  terms: "app.help.title.terms",
};

function entryOf(id: string): HelpEntry {
  const page = PAGE_TABLE.find(({ path }) => helpSection(path) === id) as PageRow | undefined;
  const tab = DEVICE_TABS.find(({ key }) => `HomePage/DeviceDetails/${key}` === id);
  const title = page?.title ?? tab?.title ?? OWN_TITLES[id];
  if (title === undefined) throw new Error(`the section ${id} of the help has no title`);
  return { id, title, isPart: tab !== undefined };
}

/** Without the tab that an address of a device has. */
export function helpSection(path: string): string {
  return path.endsWith("/DeviceDetails") ? "HomePage/DeviceDetails" : helpPage(path);
}

/** A page that stands in no group comes last, so that its section is found all the same. */
const listed = new Set(ORDER.flatMap(({ ids }) => ids));
const others = PAGE_TABLE.map(({ path }) => helpSection(path)).filter((id) => !listed.has(id));

export const HELP_GROUPS: readonly HelpGroup[] = [
  ...ORDER,
  ...(others.length > 0 ? [{ title: "app.help.group.more" as const, ids: others }] : []),
].map(({ title, ids }) => ({ title, entries: ids.map(entryOf) }));

export const HELP_ENTRIES: readonly HelpEntry[] = HELP_GROUPS.flatMap(({ entries }) => entries);

/** The nearest section that there is: of an unknown tab its page, of anything else the first. */
export function entryAt(id: string): HelpEntry {
  const found = HELP_ENTRIES.find((entry) => entry.id === id);
  if (found) return found;
  const above = id.includes("/") ? id.slice(0, id.lastIndexOf("/")) : undefined;
  return above === undefined ? entryOf("everywhere") : entryAt(above);
}
