import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { MenuItem } from "../../ui/float/Menu.tsx";

/** Actions of a row; one object for all rows, so that they need not render again. */
export interface ListActions {
  addressOf(row: OverviewRow): string;
  open(row: OverviewRow): void;
  /** The alarms of the device. */
  alarmsOf(row: OverviewRow): { readonly address: string; open(): void };
  favourite(row: OverviewRow): void;
  select(id: string, on: boolean): void;
  menu(row: OverviewRow): readonly MenuItem[];
}
