import type { ErrorDef } from "@canopy/contract/platform/errors";

/** Codes that the product has always had bear no domain. */
const HISTORIC = /^(\d+$|iot-)/;

/** Where what leads to an error is explained, by the domain of its code. */
export const SECTION_OF_DOMAIN = {
  platform: "everywhere",
  messages: "Operating/Providers",
  accounts: "UserManager/PersonalCenter",
  capacity: "package",
  devices: "HomePage",
  frames: "HomePage/DeviceDetails/data",
  signals: "DBCManager",
  places: "EFenceManager/EFenceEditor",
  transfers: "HomePage/DeviceDetails/data",
  files: "HomePage/DeviceDetails/data",
  firmware: "FirmwareManager",
  diagnosis: "HomePage/DeviceDetails/uds",
  lake: "DataLake",
  alarms: "EditTriggerRule",
  outputs: "Outputs",
  push: "PushRules",
  flash: "HomePage/DeviceDetails/ecu",
  tests: "TestManager",
  statistics: "DataStatistics",
  orders: "WorkOrderList",
  panels: "Panels",
  settings: "UserManager/SystemConfig",
} as const;

type Domain = keyof typeof SECTION_OF_DOMAIN;
/** Codes that belong elsewhere than their domain. */
const SECTION_OF_CODE: readonly (readonly [RegExp, string])[] = [
  [/^(00[1-6]|iot-|accounts\.(captcha|wrongCode|refused|phoneUnknown|handOver))/, "Login"],
  [/^(\d+$|accounts\.(code|notAgreed|merchants|nickName|words))/, "Register"],
  [/^accounts\.(subUser|passwordMust|ticket)/, "UserManager/SubuserManagement"],
  [/^accounts\.token/, "UserManager/AccessTokens"],
  [/^accounts\.(reasonEmpty|alreadyDecided)/, "Operating/Registrations"],
  [/^accounts\.(tenant|platformTenant)/, "Operating/Tenants"],
  [/^devices\.config/, "HomePage/DeviceDetails/management"],
  [/^devices\.bookmark/, "HomePage/DeviceDetails"],
  [/^devices\.(type|field|group.*Repeat|fieldNames)/, "DeviceTypeDetails"],
  [/^devices\.(vin|plate|vehicle|channel)/, "CarManager"],
  [/^frames\.(emptyFailed|notQuickDeletable|wrongPassword)/, "quickDelete"],
  [/^frames\.(id|standardId|extendedId|data|can|fd|length|delay|repeat|list)/, "DeviceFrameEdit"],
  [
    /^signals\.(find|layout|panel|computed|formula|input|strategy|binding|backfill|signalLimit)/,
    "HomePage/DeviceDetails/dbc",
  ],
  [/^diagnosis\.(ecu|address|badUnlock|native|noKey)/, "ECUManager"],
  [/^diagnosis\.(notCsv|tooManyCodes|badCode|file)/, "BreakdownCodeManager"],
  [/^files\.inbox/, "FileInbox"],
  [/^places\.(track|notPositions|noPositions|noTimes|wrongTimes)/, "HomePage/DeviceDetails/gps"],
  [/^alarms\.(event|assignee|mute)/, "AlarmCenter"],
  [/^alarms\.search/, "AlarmSearch"],
];

export interface ErrorGroup {
  readonly section: string;
  readonly errors: readonly ErrorDef[];
}

export function sectionOfCode(code: string): string | undefined {
  const found = SECTION_OF_CODE.find(([pattern]) => pattern.test(code));
  if (found) return found[1];
  const domain = HISTORIC.test(code) ? "accounts" : code.slice(0, code.indexOf("."));
  return Object.hasOwn(SECTION_OF_DOMAIN, domain) ? SECTION_OF_DOMAIN[domain as Domain] : undefined;
}

/** Every code of the product by the section that explains it, in the order of the contents. */
export function errorGroups(all: Iterable<ErrorDef>, order: readonly string[]): ErrorGroup[] {
  const groups = new Map<string, ErrorDef[]>();
  for (const error of all) {
    const section = sectionOfCode(error.code) ?? "everywhere";
    groups.set(section, [...(groups.get(section) ?? []), error]);
  }
  return order.flatMap((section) => {
    const errors = groups.get(section);
    return errors ? [{ section, errors }] : [];
  });
}

/** The paragraph of a code on the page of errors. */
export const errorAnchor = (code: string) => `error-${code}`;
