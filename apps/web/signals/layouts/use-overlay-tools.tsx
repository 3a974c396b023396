import "./layout-texts.ts";
import { Layers2, X } from "lucide-react";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import type { CurveScene } from "../curves/curve-scene.ts";
import "../curves/curve-texts.ts";
import styles from "../curves/desk.module.css";
import type { DrawnItem } from "../curves/drawn-item.ts";
import { OverlayDialog } from "./OverlayDialog.tsx";
import type { OverlayChoice } from "./overlay-address.ts";

interface OverlayToolsProps {
  device: DeviceTabProps["device"];
  scene: CurveScene;
  items: readonly DrawnItem[];
  choice: OverlayChoice | null;
  onChoose(choice: OverlayChoice | null): void;
}

/** Lays another drive over this one, and takes it away. The dialog stands beside the line of tools. */
export function useOverlayTools({ device, scene, items, choice, onChoose }: OverlayToolsProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const chip = choice && (
    <span data-overlay={choice.shiftUs} className={styles.overlay}>
      <Chip tone="tip">
        {t("signals.overlay.chip", { seconds: formatNumber(choice.shiftUs / 1_000_000, { digits: 3 }) })}
      </Chip>
      <IconButton icon={X} label={t("signals.overlay.remove")} onClick={() => onChoose(null)} />
    </span>
  );
  const button = (
    <IconButton
      edge
      icon={Layers2}
      label={t("signals.overlay.button")}
      denied={items.length === 0 ? t("signals.curve.emptyTitle") : undefined}
      onClick={() => setAsking(true)}
    />
  );
  const dialog = asking && (
    <OverlayDialog
      device={device}
      scene={scene}
      items={items}
      onClose={() => setAsking(false)}
      onChoose={(chosen) => {
        setAsking(false);
        onChoose(chosen);
      }}
    />
  );
  const tools: ToolbarItem[] = [
    { key: "overlaid", content: chip, sign: choice?.shiftUs ?? "", priority: 4, atEnd: true },
    { key: "overlay", content: button, priority: 5, atEnd: true },
  ];
  return { tools, dialog };
}
