import type { CardFacts } from "@canopy/contract/files/recalls";
import { RefreshCw } from "lucide-react";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import styles from "./stored.module.css";
import "./texts.ts";

const MB = 1024 * 1024;

interface CardFactsLineProps {
  card: CardFacts;
  /** The terminal is away. */
  isOld: boolean;
  denied: string | undefined;
  busy: boolean;
  onRead(): void;
}

/** How full the card is, and when its files were listed. */
export function CardFactsLine({ card, isOld, denied, busy, onRead }: CardFactsLineProps) {
  const t = useText();
  const { read_time, total_mb, used_mb, is_whole } = card;
  if (read_time === null) return null;
  const share = total_mb !== null && total_mb > 0 && used_mb !== null ? used_mb / total_mb : undefined;
  const words = { percent: Math.round(100 * (share ?? 0)), total: formatBytes((total_mb ?? 0) * MB) };
  return (
    <span className={isOld ? `${styles.facts} ${styles.old}` : styles.facts}>
      {share !== undefined && (
        <>
          <ProgressBar label={t("files.stored.card", words)} share={share} /> {t("files.stored.card", words)} ·
        </>
      )}
      <span>
        {t("files.stored.readAt")} <TimeText at={read_time} />
      </span>
      {!is_whole && <span>{t("files.stored.partly")}</span>}
      <IconButton
        icon={RefreshCw}
        label={t("files.stored.readAgain")}
        denied={denied}
        aria-busy={busy}
        onClick={onRead}
      />
    </span>
  );
}
