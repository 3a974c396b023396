import type { ImportedRow } from "@canopy/contract/devices/import-things";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import styles from "./import.module.css";
import "../fleet/list-texts.ts";
import type { ImportProgress, ImportRun } from "./run-import.ts";

const SHOWN_ROWS = 200;

export function ImportRunning({ run, progress }: { run: ImportRun; progress: ImportProgress | undefined }) {
  const t = useText();
  const { duration } = useTimeFormats();
  const { done = 0, perSecond = 0 } = progress ?? {};
  const left = perSecond > 0 ? duration(((run.total - done) / perSecond) * 1000) : "—";
  return (
    <>
      <ProgressBar label={t("devices.import.running")} share={done / Math.max(1, run.total)} />
      <p>
        {t("devices.import.progress", {
          done: formatNumber(done),
          total: formatNumber(run.total),
          rate: formatNumber(Math.round(perSecond)),
          left,
        })}
      </p>
    </>
  );
}

export function ImportFigures({ figures }: { figures: readonly (readonly [number, string])[] }) {
  return (
    <p className={styles.figures}>
      {figures.map(([value, word]) => (
        <span key={word}>
          <strong>{formatNumber(value)}</strong>
          {word}
        </span>
      ))}
    </p>
  );
}

export function WrongRows({ rows }: { rows: readonly ImportedRow[] }) {
  const t = useText();
  if (rows.length === 0) return null;
  const more = rows.length - SHOWN_ROWS;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long report scrolls by keyboard too */}
      <section className={styles.report} tabIndex={0} aria-label={t("devices.import.wrong")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("devices.import.line")}</th>
              <th scope="col">{t("devices.import.id")}</th>
              <th scope="col">{t("devices.import.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_ROWS).map(({ line, third_things_id, message, code }) => (
              <tr key={line}>
                <td>{line}</td>
                <td className="mono">{third_things_id.slice(0, 40)}</td>
                <td className={styles.wrong}>{message ?? code}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && <p>{t("devices.import.moreRows", { count: formatNumber(more) })}</p>}
    </>
  );
}
