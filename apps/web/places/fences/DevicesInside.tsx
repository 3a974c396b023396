import type { ListedFence } from "@canopy/contract/places/fences";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import styles from "./fences.module.css";
import "./fence-texts.ts";

interface DevicesInsideProps {
  fence: Pick<ListedFence, "name" | "inside">;
  onDevice(thingsId: string): void;
}

/** GPS-02: how many devices are inside now; a click names them. */
export function DevicesInside({ fence: { name, inside }, onDevice }: DevicesInsideProps) {
  const t = useText();
  if (!inside) return UNKNOWN;
  const { count, devices } = inside;
  if (count === 0) return formatNumber(count);
  const label = t("places.fence.insideOf", { name, count });
  const names = devices.map((device) => device.name).join(", ");
  return (
    <Popover
      label={label}
      align="end"
      trigger={(props) => (
        <Button kind="link" aria-label={label} title={names} {...props}>
          {formatNumber(count)}
        </Button>
      )}
    >
      <ul className={styles.inside}>
        {devices.map((device) => (
          <li key={device.things_id}>
            <Button kind="link" onClick={() => onDevice(device.things_id)}>
              <bdi dir="auto">{device.name}</bdi>
            </Button>
          </li>
        ))}
        {count > devices.length && (
          <li>{t("places.fence.insideMore", { count: formatNumber(count - devices.length) })}</li>
        )}
      </ul>
    </Popover>
  );
}
