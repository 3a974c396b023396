import type { OverviewRow } from "@canopy/contract/devices/overview";
import { updateThing } from "@canopy/contract/devices/things";
import { platformErrors } from "@canopy/contract/platform/errors";
import {
  Activity,
  Download,
  FolderTree,
  KeyRound,
  Pencil,
  Settings2,
  SquareCheck,
  SquareTerminal,
  Tag,
  Trash2,
  Truck,
  Upload,
} from "lucide-react";
import { mayCall } from "../../accounts/permissions.ts";
import { codeText } from "../../platform/error-texts.ts";
import type { Translate } from "../../platform/i18n.ts";
import type { MenuItem } from "../../ui/float/Menu.tsx";
import type {} from "./list-texts.ts";

export type RowAction =
  | "configure"
  | "live"
  | "edit"
  | "labels"
  | "groups"
  | "rotate"
  | "upgrade"
  | "delete"
  | "select";
export type AddAction = "add" | "import" | "agent" | "simulated" | "labels" | "groups" | "export";

interface RowMenuState {
  selected: boolean;
  /** A phone has no column of ticks. */
  withSelect: boolean;
}

/** Actions of this user on the device; a denied one has its reason. */
export function rowItems(
  row: OverviewRow,
  t: Translate,
  { selected, withSelect }: RowMenuState,
  act: (action: RowAction) => void,
): MenuItem[] {
  const denied =
    row.level === "write"
      ? mayCall(updateThing)
        ? undefined
        : codeText(platformErrors.forbidden.code)
      : t("ui.rights.write", { device: row.name });
  const item = (key: RowAction, label: string, icon: MenuItem["icon"], more: Partial<MenuItem> = {}): MenuItem => ({
    key,
    label,
    ...(icon && { icon }),
    onSelect: () => act(key),
    ...more,
  });
  return [
    item("live", t("devices.act.live"), Activity),
    item("configure", t("devices.act.configure"), Settings2),
    ...(withSelect ? [item("select", t(selected ? "devices.act.unselect" : "devices.act.select"), SquareCheck)] : []),
    item("edit", t("devices.act.edit"), Pencil, { denied, apart: true }),
    item("labels", t("devices.act.setLabels"), Tag, { denied }),
    item("groups", t("devices.act.setGroups"), FolderTree, { denied }),
    item("rotate", t("devices.act.rotate"), KeyRound, { denied }),
    item("upgrade", t("devices.act.upgrade"), Upload, { denied: upgradeDenied() }),
    item("delete", t("devices.act.delete"), Trash2, { denied, danger: true, apart: true }),
  ];
}

/** DEV-08: managers alone. */
export const upgradeDenied = (): string | undefined =>
  mayCall({ name: "firmware.createRollout" }) ? undefined : codeText(platformErrors.forbidden.code);

export function addItems(t: Translate, mayAdd: boolean, act: (action: AddAction) => void): MenuItem[] {
  const denied = mayAdd ? undefined : codeText(platformErrors.forbidden.code);
  const item = (key: AddAction, label: string, icon: MenuItem["icon"], more: Partial<MenuItem> = {}): MenuItem => ({
    key,
    label,
    ...(icon && { icon }),
    onSelect: () => act(key),
    ...more,
  });
  return [
    item("add", t("devices.act.addById"), Truck, { denied }),
    item("import", t("devices.act.import"), Upload, { denied }),
    item("agent", t("devices.act.agent"), SquareTerminal, { denied }),
    item("simulated", t("devices.act.simulated"), Activity, { denied }),
    item("labels", t("devices.act.labels"), Tag, { denied, apart: true }),
    item("groups", t("devices.act.groups"), FolderTree, { denied }),
    item("export", t("devices.act.exportShown"), Download),
  ];
}
