import "./layout-texts.ts";
import { Layers2, X } from "lucide-react";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { CurveScene } from "../curves/curve-scene.ts";
import "../curves/curve-texts.ts";
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

/** Adds and removes the overlay of another drive. */
export function OverlayTools({ device, scene, items, choice, onChoose }: OverlayToolsProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {choice && (
        <span data-overlay={choice.shiftUs}>
          <Chip tone="tip">
            {t("signals.overlay.chip", { seconds: formatNumber(choice.shiftUs / 1_000_000, { digits: 3 }) })}
          </Chip>
          <IconButton icon={X} label={t("signals.overlay.remove")} onClick={() => onChoose(null)} />
        </span>
      )}
      <IconButton
        edge
        icon={Layers2}
        label={t("signals.overlay.button")}
        denied={items.length === 0 ? t("signals.curve.emptyTitle") : undefined}
        onClick={() => setAsking(true)}
      />
      {asking && (
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
      )}
    </>
  );
}
