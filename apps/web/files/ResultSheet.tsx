import type { AnalysisResult } from "@canopy/contract/files/file-analysis";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { formatNumber, formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Drawer } from "../ui/float/Drawer.tsx";
import { Banner } from "../ui/marks/Banner.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import { FoundGaps, FoundIds } from "./FoundTables.tsx";
import { useAnalysis } from "./file-queries.ts";
import styles from "./files.module.css";

interface ResultSheetProps {
  tenantId: string;
  recordId: string;
  /** To the history, at this range. */
  onShow(range: TimeSpan): void;
  onClose(): void;
}

/** FIL-04: what an analysis found. */
export function ResultSheet({ tenantId, recordId, onShow, onClose }: ResultSheetProps) {
  const t = useText();
  const { data, error, refetch } = useAnalysis(tenantId, recordId);
  const range = data?.dev_start_time != null &&
    data.dev_end_time != null && {
      fromMs: data.dev_start_time,
      toMs: data.dev_end_time + 1,
    };
  return (
    <Drawer
      wide
      row={recordId}
      title={data?.file_name ?? t("files.list.result")}
      onPrevious={undefined}
      onNext={undefined}
      onClose={onClose}
    >
      {!data && !error && <Skeleton rows={6} columns={2} />}
      {!data && error && (
        <FailedState title={t("files.list.result")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
      )}
      {data && !data.result && (
        <Banner level="ordinary" title={codeText(data.message_code ?? "") ?? t("files.list.noResult")} />
      )}
      {data?.result && (
        <div className={styles.sheet}>
          <Facts result={data.result} firstMs={data.dev_start_time} lastMs={data.dev_end_time} />
          {range && (
            <div>
              <Button kind="main" onClick={() => onShow(range)}>
                {t("files.list.openInHistory")}
              </Button>
            </div>
          )}
          <FoundGaps result={data.result} onShow={onShow} />
          <FoundIds result={data.result} thingsId={data.things_id} />
        </div>
      )}
    </Drawer>
  );
}

interface FactsProps {
  result: AnalysisResult;
  firstMs: number | null;
  lastMs: number | null;
}

function Facts({ result, firstMs, lastMs }: FactsProps) {
  const t = useText();
  return (
    <dl className={styles.facts}>
      <dt>{t("files.list.format")}</dt>
      <dd>{result.format}</dd>
      <dt>{t("files.list.frames")}</dt>
      <dd>
        {formatNumber(result.frames)} · {t("files.list.storedNow", { count: formatNumber(result.stored) })}
        {result.repeated > 0 && ` · ${t("files.list.storedBefore", { count: formatNumber(result.repeated) })}`}
      </dd>
      <dt>{t("files.list.span")}</dt>
      <dd>
        <TimeText at={firstMs} /> – <TimeText at={lastMs} withZone />
      </dd>
      <dt>{t("files.list.coverage")}</dt>
      <dd>{formatQuantity(result.coverage * 100, "%", { digits: 1 })}</dd>
      <dt>{t("files.list.errorFrames")}</dt>
      <dd>{formatNumber(result.error_frames)}</dd>
      {result.load.length > 0 && <dt>{t("files.list.load")}</dt>}
      {result.load.map((one) => (
        <dd key={one.channel} className={styles.second}>
          <ChannelLoad load={one} />
        </dd>
      ))}
      <dt>{t("files.list.problems")}</dt>
      <dd>{formatNumber(result.problem_count)}</dd>
    </dl>
  );
}

function ChannelLoad({ load }: { load: AnalysisResult["load"][number] }) {
  const t = useText();
  const percent = (share: number) => formatQuantity(share * 100, "%", { digits: 1 });
  const values = {
    channel: load.channel + 1,
    mean: percent(load.mean),
    peak: percent(load.peak),
    rate: formatNumber(load.bit_rate / 1000),
  };
  return (
    <>
      {t("files.list.loadOf", values)}{" "}
      {!load.is_reported && <span className={styles.quiet}>{t("files.list.loadUsual")}</span>}
    </>
  );
}
