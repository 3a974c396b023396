import type { Page } from "playwright-core";
import type { PicturedObjects } from "./pictured-objects.ts";

/** Where a picture of the help is taken. */
export interface PicturedPage {
  /** As the sections of the help name it. */
  readonly name: string;
  readonly path: string;
  /** Nobody is signed in, the demo's manager, or the operator. */
  readonly as: "nobody" | "manager" | "operator";
  /** What is done on the page first. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const container = (path: string) => `/Container/${path}`;
const manager = (name: string, path: string, prepare?: PicturedPage["prepare"]): PicturedPage => ({
  name,
  path: container(path),
  as: "manager",
  ...(prepare ? { prepare } : {}),
});
const operator = (name: string, path: string): PicturedPage => ({
  name,
  path: container(`Operating/${path}`),
  as: "operator",
});

const PUBLIC: readonly PicturedPage[] = [
  { name: "login", path: "/Login", as: "nobody" },
  { name: "register", path: "/Register", as: "nobody" },
  { name: "forget-password", path: "/ForgetPassword", as: "nobody" },
  { name: "doc", path: "/doc?type=help&page=Login", as: "nobody" },
];

const LISTS: readonly PicturedPage[] = [
  manager("home", "HomePage"),
  manager("palette", "HomePage", async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("demo");
  }),
  manager("cars", "CarManager"),
  manager("device-types", "DeviceTypeList"),
  manager("dbc", "DBCManager", async (page) => {
    const message = page.getByRole("button", { name: /0x/ }).first();
    await message.click({ timeout: 5000 }).catch(() => undefined);
  }),
  manager("dbc-import", "DBCImportPage"),
  manager("local-log", "LocalLog"),
  manager("alarms", "AlarmCenter?tab=all"),
  manager("alarm-search", "AlarmSearch"),
  manager("map", "TrailingMap"),
  manager("fences", "EFenceManager"),
  manager("ecus", "ECUManager"),
  manager("fault-codes", "BreakdownCodeManager"),
  manager("inbox", "FileInbox"),
  manager("lake", "DataLake"),
  manager("push", "PushRules"),
  manager("firmware", "FirmwareManager"),
  manager("sub-users", "UserManager/SubuserManagement"),
  manager("operation-log", "UserManager/Log"),
  manager("personal", "UserManager/PersonalCenter"),
  manager("sessions", "UserManager/Sessions"),
  manager("access-tokens", "UserManager/AccessTokens"),
];

const OPERATING: readonly PicturedPage[] = [
  operator("health", "Health"),
  operator("registrations", "Registrations"),
  operator("tenants", "Tenants"),
  operator("requests", "Requests"),
  operator("outbox", "Outbox"),
  operator("providers", "Providers"),
  operator("notices", "Notices"),
];

function ofObjects({ device, vehicle, type, fence }: PicturedObjects): PicturedPage[] {
  const tab = (name: string, words: string) => manager(name, `HomePage/DeviceDetails?id=${device}&${words}`);
  return [
    tab("device-overview", "tab=management&sub=overview"),
    tab("device-configuration", "tab=management&sub=configuration"),
    tab("device-live", "tab=data&sub=live"),
    tab("device-curves", "tab=dbc&sub=curve&last=300"),
    tab("device-triggers", "tab=triggers&sub=rules"),
    tab("device-uds", "tab=uds&sub=console"),
    tab("device-track", "tab=gps&sub=track&last=600"),
    tab("device-bus", "tab=bus&sub=health&last=300"),
    manager("car-details", `CarManager/CarDetails?id=${vehicle}`),
    manager("device-type", `DeviceTypeDetails?id=${type}`),
    manager("json-view", `JsonView?id=${device}`),
    manager("frame-edit", `DeviceFrameEdit?id=${device}`),
    manager("dbc-data", `DBCData?id=${device}&sub=live`),
    manager("rule-editor", `EditTriggerRule?device=${device}&ready=load`),
    manager("fence-editor", `EFenceManager/EFenceEditor?id=${fence}`),
  ];
}

export const picturedPages = (objects: PicturedObjects): PicturedPage[] => [
  ...PUBLIC,
  ...LISTS,
  ...ofObjects(objects),
  ...OPERATING,
];
