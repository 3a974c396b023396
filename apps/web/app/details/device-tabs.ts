import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import type { TextKey } from "../../platform/i18n.ts";
import { type LazyPage, lazyPage } from "../../ui/lazy-page.tsx";
import type {} from "./texts.ts";

/** A sub-tab, whose part loads when it is opened. */
export interface SubTab {
  readonly key: string;
  readonly title: TextKey;
  readonly Part: LazyPage<DeviceTabProps>;
  /** It has a page of its own: no choice leads here, an address still does. */
  readonly isElsewhere?: true;
}

export interface DeviceTab {
  readonly key: string;
  readonly title: TextKey;
  /** One: no choice is drawn. */
  readonly subs: readonly [SubTab, ...SubTab[]];
}

export const LOCAL_LOG: SubTab = {
  key: "local",
  title: "app.details.localLog",
  Part: lazyPage(() => import("../../transfers/LocalLogTab.tsx"), "LocalLogTab"),
  isElsewhere: true,
};

/** The tabs of DEV-13 in their order, and bus health. A new tab is one row here. */
export const DEVICE_TABS: readonly [DeviceTab, ...DeviceTab[]] = [
  {
    key: "management",
    title: "app.details.management",
    subs: [
      {
        key: "overview",
        title: "app.details.overview",
        Part: lazyPage(() => import("./OverviewTab.tsx"), "OverviewTab"),
      },
      {
        key: "configuration",
        title: "app.details.configuration",
        Part: lazyPage(() => import("./ConfigurationPart.tsx"), "ConfigurationPart"),
      },
      {
        key: "commands",
        title: "app.details.commands",
        Part: lazyPage(() => import("../../devices/details/CommandsTab.tsx"), "CommandsTab"),
      },
      {
        key: "log",
        title: "app.details.log",
        Part: lazyPage(() => import("../../devices/details/LogTab.tsx"), "LogTab"),
      },
    ],
  },
  {
    key: "data",
    title: "app.details.data",
    subs: [
      {
        key: "live",
        title: "app.details.realTime",
        Part: lazyPage(() => import("../../frames/live/RealTimeTab.tsx"), "RealTimeTab"),
      },
      {
        key: "history",
        title: "app.details.history",
        Part: lazyPage(() => import("./HistoryPart.tsx"), "HistoryPart"),
      },
      LOCAL_LOG,
      {
        key: "stored",
        title: "app.details.storedFiles",
        Part: lazyPage(() => import("./StoredFilesPart.tsx"), "StoredFilesPart"),
      },
      {
        key: "ftp",
        title: "app.details.ftpFiles",
        Part: lazyPage(() => import("./FilesPart.tsx"), "FtpFilesPart"),
      },
      {
        key: "cloud",
        title: "app.details.cloudFiles",
        Part: lazyPage(() => import("./FilesPart.tsx"), "CloudFilesPart"),
      },
    ],
  },
  {
    key: "dbc",
    title: "app.details.dbc",
    subs: [
      {
        key: "live",
        title: "app.details.liveCurve",
        Part: lazyPage(() => import("../../signals/curves/LiveCurveTab.tsx"), "LiveCurveTab"),
      },
      {
        key: "curve",
        title: "app.details.historyCurve",
        Part: lazyPage(() => import("./SignalsPart.tsx"), "CurvePart"),
      },
      {
        key: "history",
        title: "app.details.dbcHistory",
        Part: lazyPage(() => import("./SignalsPart.tsx"), "DecodedPart"),
      },
      {
        key: "playback",
        title: "app.details.playback",
        Part: lazyPage(() => import("./PlaybackPart.tsx"), "PlaybackPart"),
      },
      {
        key: "functions",
        title: "app.details.functions",
        Part: lazyPage(() => import("../../signals/functions/FunctionsTab.tsx"), "FunctionsTab"),
      },
      {
        key: "find",
        title: "app.details.findSignal",
        Part: lazyPage(() => import("./FindPart.tsx"), "FindPart"),
      },
      {
        key: "bindings",
        title: "app.details.bindings",
        Part: lazyPage(() => import("../../signals/bindings/SignalBindingsTab.tsx"), "SignalBindingsTab"),
      },
    ],
  },
  {
    key: "triggers",
    title: "app.details.triggers",
    subs: [
      {
        key: "rules",
        title: "app.details.rules",
        Part: lazyPage(() => import("./TriggersPart.tsx"), "RulesPart"),
      },
      {
        key: "events",
        title: "app.details.events",
        Part: lazyPage(() => import("./TriggersPart.tsx"), "EventsPart"),
      },
    ],
  },
  {
    key: "uds",
    title: "app.details.uds",
    subs: [
      {
        key: "console",
        title: "app.details.udsConsole",
        Part: lazyPage(() => import("../../diagnosis/desk/ConsoleTab.tsx"), "ConsoleTab"),
      },
      {
        key: "dtc",
        title: "app.details.udsDtc",
        Part: lazyPage(() => import("../../diagnosis/desk/DtcTab.tsx"), "DtcTab"),
      },
      {
        key: "bus",
        title: "app.details.udsBus",
        Part: lazyPage(() => import("../../diagnosis/bus-faults/BusFaultsTab.tsx"), "BusFaultsTab"),
      },
      {
        key: "ident",
        title: "app.details.udsIdent",
        Part: lazyPage(() => import("../../diagnosis/desk/IdentTab.tsx"), "IdentTab"),
      },
      {
        key: "routines",
        title: "app.details.udsRoutines",
        Part: lazyPage(() => import("../../diagnosis/desk/RoutinesTab.tsx"), "RoutinesTab"),
      },
      {
        key: "trace",
        title: "app.details.udsTrace",
        Part: lazyPage(() => import("../../diagnosis/desk/TraceTab.tsx"), "TraceTab"),
      },
    ],
  },
  {
    key: "ecu",
    title: "app.details.ecu",
    subs: [
      {
        key: "ecu",
        title: "app.details.ecu",
        Part: lazyPage(() => import("../../diagnosis/flashing/EcuUpgradeTab.tsx"), "EcuUpgradeTab"),
      },
    ],
  },
  {
    key: "gps",
    title: "app.details.gps",
    subs: [
      {
        key: "track",
        title: "app.details.gps",
        Part: lazyPage(() => import("./TrackPart.tsx"), "TrackPart"),
      },
    ],
  },
  {
    key: "bus",
    title: "app.details.bus",
    subs: [
      {
        key: "health",
        title: "app.details.bus",
        Part: lazyPage(() => import("./BusHealthPart.tsx"), "BusHealthPart"),
      },
    ],
  },
];

/** An address that names no tab, or one that is not, opens the first. */
export function tabAt(tab: string, sub: string): { tab: DeviceTab; sub: SubTab } {
  const found = DEVICE_TABS.find(({ key }) => key === tab) ?? DEVICE_TABS[0];
  return { tab: found, sub: found.subs.find(({ key }) => key === sub) ?? found.subs[0] };
}

/** The sub-tabs that are offered. */
export function offeredSubs({ subs }: DeviceTab): readonly SubTab[] {
  return subs.filter(({ isElsewhere }) => !isElsewhere);
}
