import type { AnalysisResult } from "@canopy/contract/files/file-analysis";
import { formatNumber, formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import styles from "./files.module.css";

/** Silences of more than a second; a click goes there. */
export function FoundGaps({ result, onShow }: { result: AnalysisResult; onShow(range: TimeSpan): void }) {
  const t = useText();
  const { gaps, gap_count } = result;
  return (
    <section>
      <h3>{t("files.list.gaps", { count: formatNumber(gap_count) })}</h3>
      {gaps.length === 0 ? (
        <p className={styles.quiet}>{t("files.list.noGaps")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
        <section className={styles.scroll} tabIndex={0} aria-label={t("files.list.gaps", { count: gap_count })}>
          <table className={styles.table}>
            <tbody>
              {gaps.map(({ from_time, to_time }) => (
                <tr key={from_time}>
                  <td>
                    <Button kind="link" onClick={() => onShow({ fromMs: from_time, toMs: to_time })}>
                      <TimeText at={from_time} precision="ms" />
                    </Button>
                  </td>
                  <td>{formatQuantity((to_time - from_time) / 1000, "s", { digits: 1 })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

export function FoundIds({ result }: { result: AnalysisResult }) {
  const t = useText();
  const label = t("files.list.ids", { count: formatNumber(result.id_count) });
  return (
    <section>
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={label}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t("files.list.channel")}</th>
              <th>{t("files.list.id")}</th>
              <th>{t("files.list.frames")}</th>
              <th>{t("files.list.first")}</th>
            </tr>
          </thead>
          <tbody>
            {result.ids.map(({ channel, id, is_extended, frames, first_time }) => (
              <tr key={`${channel} ${is_extended} ${id}`}>
                <td>CAN{channel + 1}</td>
                <td>
                  0x
                  {id
                    .toString(16)
                    .toUpperCase()
                    .padStart(is_extended ? 8 : 3, "0")}
                </td>
                <td>{formatNumber(frames)}</td>
                <td>
                  <TimeText at={first_time} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
