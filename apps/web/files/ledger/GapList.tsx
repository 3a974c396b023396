import { channelName } from "@canopy/contract/device-link/channels";
import type { Gap, GapLedger } from "@canopy/contract/files/gaps";
import { LARGE_FILE_FIRMWARE } from "@canopy/contract/files/recalls";
import type { ReactNode } from "react";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { filesToRecall, isUnderWay } from "./gap-files.ts";
import styles from "./ledger.module.css";
import "./texts.ts";

interface GapListProps {
  ledger: GapLedger;
  /** Of the time bar. */
  range: TimeSpan;
  denied: string | undefined;
  busy: boolean;
  onRecall(gap: Gap): void;
  onShow(range: TimeSpan): void;
}

export function GapList(props: GapListProps) {
  const { ledger } = props;
  const t = useText();
  const hasAny = ledger.lanes.some(({ runs }) => runs.length > 0);
  if (ledger.gaps.length === 0)
    return <p className={styles.hint}>{t(hasAny ? "files.ledger.none" : "files.ledger.nothing")}</p>;
  return (
    <>
      <ul className={styles.gaps} aria-label={t("files.ledger.gaps")}>
        {ledger.gaps.map((gap) => (
          <GapRow key={`${gap.start_time} ${gap.end_time} ${gap.channels.join()} ${gap.state}`} gap={gap} {...props} />
        ))}
      </ul>
      {ledger.is_cut && <p className={styles.hint}>{t("files.ledger.more", { count: ledger.gaps.length })}</p>}
    </>
  );
}

function GapRow({ gap, ledger, range, denied, busy, onRecall, onShow }: GapListProps & { gap: Gap }) {
  const t = useText();
  const formats = useTimeFormats();
  const isOneDay = formats.time(ledger.start_time, "day") === formats.time(ledger.end_time, "day");
  const [from, to] = [gap.start_time, gap.end_time].map((at) => formats.time(at, "minute").slice(isOneDay ? 11 : 5));
  const isShown = range.fromMs === gap.start_time && range.toMs === gap.end_time;
  const words = { from: from ?? "", to: to ?? "" };
  return (
    <li className={styles.gap} data-state={gap.state} data-shown={isShown}>
      <span className={styles.mark} data-state={gap.state} aria-hidden="true" />
      <Button
        kind="link"
        aria-label={t("files.ledger.show", words)}
        onClick={() => onShow({ fromMs: gap.start_time, toMs: gap.end_time })}
      >
        {from} – {to}
      </Button>
      <span className={styles.quiet}>{formats.duration(gap.end_time - gap.start_time)}</span>
      <span>{gap.channels.map(channelName).join(" · ")}</span>
      <span>
        {t(`files.gapState.${gap.state}`)} · {t(`files.gapCause.${gap.cause}`)}
      </span>
      <span className={styles.quiet}>
        <Copies gap={gap} />
      </span>
      <span className={styles.way}>
        <Way
          gap={gap}
          button={
            <Button
              denied={denied}
              busy={busy}
              aria-label={t("files.ledger.recallGap", words)}
              onClick={() => onRecall(gap)}
            >
              {t("files.ledger.recall")}
            </Button>
          }
        />
      </span>
    </li>
  );
}

function Copies({ gap: { state, cause, files } }: { gap: Gap }) {
  const t = useText();
  const [first] = files;
  if (state === "unknown") return t("files.ledger.readCard");
  if (state === "held") return t(cause === "clock" ? "files.ledger.keptApart" : "files.ledger.keptByDevice");
  if (first === undefined) return t("files.ledger.noCopy");
  const size = formatBytes(files.reduce((sum, one) => sum + one.size, 0));
  if (files.length === 1) return t("files.ledger.oneFile", { name: first.name, size });
  return t("files.ledger.files", { name: first.name, count: files.length, size });
}

/** What one can do about it, or how far that has come. */
function Way({ gap, button }: { gap: Gap; button: ReactNode }) {
  const t = useText();
  if (gap.state === "lost") return <Chip tone="urgent">{t("files.ledger.noRecall")}</Chip>;
  if (filesToRecall(gap).length > 0) return button;
  const running = gap.files.filter(isUnderWay);
  if (running.length === 0) return <Rest gap={gap} />;
  if (running.every(({ recall_state }) => recall_state === "waiting")) return t("files.ledger.waiting");
  const share = running.reduce((sum, one) => sum + (one.share ?? 0), 0) / running.length;
  return t("files.ledger.running", { percent: Math.floor(100 * share) });
}

/** Why none of its files can be recalled now. */
function Rest({ gap: { files } }: { gap: Gap }) {
  const t = useText();
  if (files.some(({ is_in_cloud }) => is_in_cloud)) return t("files.ledger.inCloud");
  if (files.some(({ is_too_large }) => is_too_large))
    return t("files.ledger.tooLarge", { version: LARGE_FILE_FIRMWARE });
  return files.length > 0 ? t("files.ledger.writing") : null;
}
