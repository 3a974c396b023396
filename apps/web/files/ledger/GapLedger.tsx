import { type Gap, type GapLedger as Ledger, MAX_LEDGER_DAYS, readGaps } from "@canopy/contract/files/gaps";
import { MAX_WAITING_RECALLS } from "@canopy/contract/files/recalls";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CloudDownload } from "lucide-react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { DAY_MS, HOUR_MS, type TimeSpan } from "../../ui/time/timeline.ts";
import { GapList } from "./GapList.tsx";
import { isUnderWay, recallOf, shareText } from "./gap-files.ts";
import { LedgerLanes } from "./LedgerLanes.tsx";
import styles from "./ledger.module.css";
import "./texts.ts";

interface GapLedgerProps {
  thingsId: string;
  range: TimeSpan;
  /** It ends now. */
  isLive: boolean;
  /** Why nothing may be recalled. */
  denied: string | undefined;
  busy: boolean;
  onRecall(names: string[]): void;
  onShow(range: TimeSpan): void;
}

const RUNNING_MS = 2000;
const RESTING_MS = 30_000;
const STATES = ["here", "card", "held", "lost", "unknown"] as const;
/** Always told; the others where there is something of them. */
const MAIN_STATES: readonly string[] = ["here", "card", "lost"];

const isMoving = ({ gaps }: Ledger) => gaps.some(({ files }) => files.some(isUnderWay));

/** DAT-10: what of the range is here, on the card or lost, with one click to get it. */
export function GapLedger(props: GapLedgerProps) {
  const t = useText();
  const { thingsId, range, isLive, denied, busy, onRecall } = props;
  const asked = askedRange(range, isLive);
  const query = useQuery({
    queryKey: ["cardFiles", thingsId, "gaps", asked],
    queryFn: async ({ signal }) => {
      return (await api(readGaps, { params: { things_id: thingsId }, query: asked }, { signal })).data;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? RUNNING_MS : RESTING_MS),
  });
  const gaps = query.data?.gaps ?? [];
  const underWay = new Set(gaps.flatMap(({ files }) => files.filter(isUnderWay).map(({ name }) => name)));
  const room = Math.max(0, MAX_WAITING_RECALLS - underWay.size);
  const all = recallOf(gaps, room);
  const recall = (some: readonly Gap[]) => onRecall([...recallOf(some, room).names]);
  return (
    <section className={styles.ledger} aria-label={t("files.ledger.title")}>
      <header className={styles.head}>
        <h3>{t("files.ledger.title")}</h3>
        <span className={styles.quiet}>{t("files.ledger.byMinute")}</span>
        {query.data && query.data.lanes.length > 0 && <Legend ledger={query.data} />}
        {all.gaps > 0 && (
          <Button
            kind="main"
            icon={CloudDownload}
            denied={denied}
            busy={busy}
            onClick={() => recall(query.data?.gaps ?? [])}
          >
            {t("files.ledger.recallAll", { count: all.gaps, size: formatBytes(all.size) })}
          </Button>
        )}
      </header>
      {query.error && (
        <FailedState
          title={t("files.ledger.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {!query.data && !query.error && <Skeleton rows={2} columns={1} />}
      {query.data && (
        <>
          <LedgerLanes ledger={query.data} onShow={props.onShow} />
          <GapList {...props} ledger={query.data} onRecall={(gap) => recall([gap])} />
        </>
      )}
    </section>
  );
}

/** The last days of a range that is too long; one that ends now is cut by the server. */
function askedRange({ fromMs, toMs }: TimeSpan, isLive: boolean) {
  const end = Math.ceil(toMs / 1000) * 1000 + (isLive ? HOUR_MS : 0);
  return { start_time: Math.floor(Math.max(fromMs, end - MAX_LEDGER_DAYS * DAY_MS, 0)), end_time: end };
}

function Legend({ ledger }: { ledger: Ledger }) {
  const t = useText();
  return (
    <ul className={styles.legend}>
      {STATES.filter((state) => MAIN_STATES.includes(state) || ledger[state] > 0).map((state) => (
        <li key={state}>
          <span className={styles.mark} data-state={state} aria-hidden="true" />
          {t(`files.gapState.${state}`)} <strong>{shareText(ledger[state])}</strong>
        </li>
      ))}
    </ul>
  );
}
