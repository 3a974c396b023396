import { ChevronDown } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/float/Menu.tsx";
import styles from "./capacity.module.css";
import type { CleanWay, UsedDevice } from "./used-device.ts";

export interface UsageWays {
  isManager: boolean;
  onClean(device: UsedDevice, way: CleanWay): void;
  onWhy(device: UsedDevice): void;
}

/** Cleaning, and the way to what fills the device. */
export function UsageActions({ device, isManager, onClean, onWhy }: UsageWays & { device: UsedDevice }) {
  const t = useText();
  const noWrite = device.level === "write" ? undefined : t("ui.rights.write", { device: device.name });
  return (
    <span className={styles.actions}>
      <Menu
        label={t("capacity.clean.label", { device: device.name })}
        items={[
          {
            key: "range",
            label: t("capacity.clean.range"),
            denied: noWrite,
            onSelect: () => onClean(device, "range"),
          },
          {
            key: "quick",
            label: t("capacity.clean.quick"),
            danger: true,
            denied: isManager ? undefined : t("capacity.whenFull.managers"),
            onSelect: () => onClean(device, "quick"),
          },
        ]}
        trigger={(props) => (
          <Button {...props} aria-label={t("capacity.clean.label", { device: device.name })}>
            {t("capacity.clean.button")}
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        )}
      />
      <Button
        kind="link"
        aria-label={t("capacity.table.whyLabel", { device: device.name })}
        onClick={() => onWhy(device)}
      >
        {t("capacity.table.why")}
      </Button>
    </span>
  );
}
