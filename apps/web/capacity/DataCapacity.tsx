import type { WhenFull } from "@canopy/contract/capacity/capacity";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes, formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { CapacityTiles } from "./CapacityTiles.tsx";
import styles from "./capacity.module.css";
import { type CapacityFigures, useWhenFull } from "./capacity-queries.ts";
import { Ring } from "./Ring.tsx";

interface DataCapacityProps {
  tenantId: string;
  isManager: boolean;
  figures: CapacityFigures;
}

const CHOICES: readonly WhenFull[] = ["stop", "loop"];

/** CAP-04: the ring of the data space, its forecast, and what happens when it is full. */
export function DataCapacity({ tenantId, isManager, figures }: DataCapacityProps) {
  const { data, usage, levels } = figures;
  const share = data.total === null ? null : data.total === 0 ? 1 : data.used / data.total;
  return (
    <div className={styles.top}>
      <div className={styles.ring}>
        <Ring share={share} level={levels.data} size={112} stroke={11} />
        <div>
          <strong>{share === null ? "∞" : formatQuantity(share * 100, "%", { digits: 1 })}</strong>
          {data.total !== null && <small>{formatBytes(data.total)}</small>}
        </div>
      </div>
      <div className={styles.facts}>
        <Forecast figures={figures} />
        <WhenFullChoice tenantId={tenantId} isManager={isManager} value={usage.when_full} />
      </div>
      <CapacityTiles tenantId={tenantId} figures={figures} />
    </div>
  );
}

function Forecast({ figures: { data, usage } }: { figures: CapacityFigures }) {
  const t = useText();
  const [used, perDay] = [formatBytes(data.used), formatBytes(usage.bytes_per_day)];
  if (data.total === null)
    return (
      <>
        <h3>{t("capacity.data.unlimited", { used })}</h3>
        <p>{t("capacity.data.grows", { perDay })}</p>
      </>
    );
  const left = formatBytes(Math.max(0, data.total - data.used));
  const days = usage.days_to_full;
  return (
    <>
      <h3>{t("capacity.data.of", { used, total: formatBytes(data.total) })}</h3>
      <p>{t("capacity.data.left", { left, perDay })}</p>
      <p>
        {data.used >= data.total
          ? t("capacity.data.isFull")
          : days === null
            ? t("capacity.data.never")
            : t("capacity.data.full", { days })}
      </p>
    </>
  );
}

function WhenFullChoice({ tenantId, isManager, value }: { tenantId: string; isManager: boolean; value: WhenFull }) {
  const t = useText();
  const change = useWhenFull(tenantId);
  const shown = change.isPending ? change.variables : value;
  const choose = (choice: WhenFull) =>
    change.mutate(choice, {
      onSuccess: () => addNote({ tone: "done", text: t("capacity.whenFull.saved") }),
      onError: (error) => addNote({ tone: "ordinary", text: troubleOf(error).text }),
    });
  return (
    <fieldset className={styles.choice} disabled={!isManager}>
      <legend>
        {t("capacity.whenFull.label")}
        {!isManager && ` · ${t("capacity.whenFull.managers")}`}
      </legend>
      {CHOICES.map((choice) => (
        <label key={choice}>
          <input type="radio" name="when-full" checked={shown === choice} onChange={() => choose(choice)} />
          {t(`capacity.whenFull.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}
