import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { MenuItem } from "../../ui/float/Menu.tsx";

/** What a row offers; the same object for all rows, so that they need not be drawn again. */
export interface ListActions {
  addressOf(row: OverviewRow): string;
  open(row: OverviewRow): void;
  favourite(row: OverviewRow): void;
  select(id: string, on: boolean): void;
  menu(row: OverviewRow): readonly MenuItem[];
}
