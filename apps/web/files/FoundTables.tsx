import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { AnalysisResult } from "@canopy/contract/files/file-analysis";
import { useFrameDecoders } from "../frames/rows/use-frame-decoders.ts";
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
                      <TimeText at={from_time} of={null} precision="ms" />
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

/** Identifiers with their messages, by the DBC files of the device; one that none has is unknown. */
export function FoundIds({ result, thingsId }: { result: AnalysisResult; thingsId: string }) {
  const t = useText();
  const decoders = useFrameDecoders(thingsId);
  const rows = result.ids.map((one) => {
    const found = decoders.find({ ...one, flags: one.is_extended ? FLAG_EXTENDED : 0 });
    return { ...one, message: found?.message.message.name };
  });
  const count = formatNumber(result.id_count);
  const known = formatNumber(rows.filter(({ message }) => message !== undefined).length);
  const hasDbc = decoders.all.length > 0;
  // Beyond the listed ones nobody has looked.
  const isListed = rows.length === result.id_count;
  const label = !hasDbc
    ? t("files.list.ids", { count })
    : isListed
      ? t("files.list.idsKnown", { known, count })
      : t("files.list.idsKnownOfFirst", { known, first: formatNumber(rows.length), count });
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
              {hasDbc && <th>{t("files.list.message")}</th>}
              <th>{t("files.list.frames")}</th>
              <th>{t("files.list.first")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ channel, id, is_extended, frames, first_time, message }) => (
              <tr key={`${channel} ${is_extended} ${id}`}>
                <td>CAN{channel + 1}</td>
                <td>0x{hexOf(id, is_extended)}</td>
                {hasDbc && <td>{message ?? <span className={styles.unknown}>{t("files.list.unknown")}</span>}</td>}
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

const hexOf = (id: number, isExtended: boolean): string =>
  id
    .toString(16)
    .toUpperCase()
    .padStart(isExtended ? 8 : 3, "0");
