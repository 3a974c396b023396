import type { GroupFigures } from "@canopy/contract/statistics/fleet";
import { CONFIG_STEPS, type FleetSpread } from "@canopy/contract/statistics/spread";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./statistics.module.css";

const TOP = 10;

/** How many devices have each firmware, by what became of the configuration saved for them. */
export function VersionCard({ versions }: { versions: FleetSpread["versions"] }) {
  const t = useText();
  const rows = [...Map.groupBy(versions, ({ firmware }) => firmware)];
  const steps = CONFIG_STEPS.filter((step) => versions.some(({ config }) => config === step));
  const countOf = (list: FleetSpread["versions"]) => list.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <Card title={t("statistics.spread.versions")}>
      {/* A table wider than a phone scrolls; the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the focus */}
      <div className={styles.spreadBox} tabIndex={0}>
        <table className={styles.spread}>
          <thead>
            <tr>
              <th scope="col">{t("statistics.spread.firmware")}</th>
              {steps.map((step) => (
                <th key={step} scope="col">
                  {t(`statistics.config.${step}`)}
                </th>
              ))}
              <th scope="col">{t("statistics.field.devices")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([firmware, list]) => (
              <tr key={firmware ?? ""} data-firmware={firmware ?? ""}>
                <th scope="row">{firmware ?? t("statistics.spread.noFirmware")}</th>
                {steps.map((step) => (
                  <td key={step} data-config={step}>
                    {formatNumber(countOf(list.filter(({ config }) => config === step)))}
                  </td>
                ))}
                <td>{formatNumber(countOf(list))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface TopCardProps {
  groups: readonly GroupFigures[];
  onDevice(thingsId: string): void;
}

/** Whose data fills the space. */
export function TopCard({ groups, onDevice }: TopCardProps) {
  const t = useText();
  const top = groups
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, TOP);
  const most = top[0]?.bytes ?? 1;
  return (
    <Card title={t("statistics.spread.top")}>
      {top.length === 0 ? (
        <p className={styles.none}>{t("statistics.page.emptyNote")}</p>
      ) : (
        <ol className={styles.top} aria-label={t("statistics.spread.top")}>
          {top.map(({ id, name, bytes }) => (
            <li key={id}>
              <Button kind="link" onClick={() => id !== null && onDevice(id)}>
                {name}
              </Button>
              <i aria-hidden="true">
                <i style={{ width: `${(bytes / most) * 100}%` }} />
              </i>
              <span>{formatBytes(bytes)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
