import { type AlarmEvent, EVIDENCE_MS } from "@canopy/contract/alarms/events";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import { Pin, PinOff } from "lucide-react";
import { useMemo } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Chart, chartLeft } from "../../ui/chart/Chart.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { watchedOf } from "../watched-curve.ts";
import styles from "./centre.module.css";
import { EvidenceMap } from "./EvidenceMap.tsx";
import { clockText } from "./event-words.ts";
import { evidenceQuery, missingOf, type Stored, windowOf } from "./evidence.ts";
import "../texts.ts";

const CURVE_PX = 200;
/** TRG-05: the ten minutes around the start, with the rule's signal, its limits and the time it was active. */
export function EvidencePart({ event, stored }: { event: AlarmEvent; stored: Stored | undefined }) {
  const t = useText();
  const formats = useTimeFormats();
  const span = windowOf(event);
  const clock = (atMs: number) => formats.time(atMs, "second").slice(11);
  return (
    <section className={styles.part} aria-label={t("alarms.centre.evidence")}>
      <header className={styles.partHead}>
        <h3>{t("alarms.centre.evidence")}</h3>
        <span className={styles.mono}>
          {clock(span.fromMs)} – {clock(span.toMs)}
        </span>
        <Chip tone={event.pin === "dropped" ? "ordinary" : "neutral"}>
          <Icon of={event.pin === "pinned" ? Pin : PinOff} size={12} />
          {t(`alarms.centre.pin.${event.pin}`)}
        </Chip>
      </header>
      <EvidenceCurve event={event} />
      <EvidenceMap event={event} />
      {stored && <Partial event={event} stored={stored} />}
    </section>
  );
}

function EvidenceCurve({ event }: { event: AlarmEvent }) {
  const t = useText();
  const formats = useTimeFormats();
  const { conditions, channel, start_time } = event;
  const found = useMemo(() => watchedOf({ conditions, channel }), [conditions, channel]);
  const span = useMemo(() => windowOf({ start_time }), [start_time]);
  const query = useQuery(evidenceQuery(event.things_id, found?.watched, span));
  // The limits reach over the whole window, also where nothing is stored.
  const { x, series } = useMemo(() => {
    const drawn = query.data ?? { x: [], values: [] };
    const x = [span.fromMs, ...drawn.x, span.toMs];
    const values = [null, ...drawn.values, null];
    const limits = (found?.limits ?? []).map((at) => ({
      label: t("alarms.centre.line"),
      values: x.map(() => at),
      token: "--urgent",
      width: 1,
    }));
    return { x, series: drawn.x.length === 0 ? [] : [{ label: found?.watched.name ?? "", values }, ...limits] };
  }, [query.data, found, span, t]);
  if (dataOf(conditions) === "fence") return null;
  if (!found) return <p className={styles.hint}>{t("alarms.centre.noCurve")}</p>;
  if (query.error)
    return (
      <FailedState
        title={t("alarms.centre.curveFailed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Skeleton rows={5} columns={1} />;
  if (series.length === 0) return <p className={styles.hint}>{t("alarms.centre.nothingStored")}</p>;
  return (
    <figure className={styles.curve}>
      <figcaption>
        <span className={styles.swatch} /> {found.watched.name}
        <span className={styles.limit}>
          {t("alarms.centre.line")} {found.limits.map((at) => formatNumber(at)).join(" – ")}
        </span>
      </figcaption>
      <div className={styles.plot}>
        <ActiveBand event={event} />
        <Chart
          label={t("alarms.centre.curveLabel", { name: found.watched.name })}
          height={CURVE_PX}
          kind="line"
          x={x}
          series={series}
          range={{ from: span.fromMs, to: span.toMs }}
          isTime
          cursor={start_time}
          writeX={(atMs) => formats.time(atMs, "second").slice(11)}
          writeY={(value) => formatNumber(value)}
        />
      </div>
    </figure>
  );
}

/** Behind the curve, from the start to the end or to now. */
function ActiveBand({ event: { start_time, end_time } }: { event: AlarmEvent }) {
  const endMs = Math.min(end_time ?? Date.now(), start_time + EVIDENCE_MS);
  const share = (endMs - (start_time - EVIDENCE_MS)) / (2 * EVIDENCE_MS);
  return (
    <div
      className={styles.band}
      data-testid="active-band"
      style={{ left: chartLeft(0.5), right: `calc(100% - ${chartLeft(Math.max(0.5, share))})` }}
    />
  );
}

/** TRG-05: marked partial where data is missing. */
function Partial({ event, stored }: { event: AlarmEvent; stored: Stored }) {
  const t = useText();
  const formats = useTimeFormats();
  const clock = (atMs: number) => formats.time(atMs, "second").slice(11);
  const { last_time } = stored;
  // Where a curve is drawn, it says so itself.
  if (last_time === null)
    return watchedOf(event) ? null : <p className={styles.partial}>{t("alarms.centre.nothingStored")}</p>;
  const { missing, more, isComing } = missingOf(event, stored, Date.now());
  const words = missing.map(({ fromMs, toMs }) => {
    if (fromMs === undefined) return t("alarms.centre.partialBefore", { time: clock(toMs) });
    if (toMs === undefined) return t("alarms.centre.partialAfter", { time: clock(fromMs) });
    return t("alarms.centre.partialGap", { from: clock(fromMs), to: clock(toMs) });
  });
  if (more > 0) words.push(t("alarms.centre.partialMore", { count: more }));
  return (
    <>
      {words.length > 0 && (
        <p className={styles.partial}>
          {t("alarms.centre.partial")} {words.join(" · ")}
        </p>
      )}
      {isComing && (
        <p className={styles.hint}>
          {t("alarms.centre.coming", { clock: clockText(Math.max(0, last_time - event.start_time)) })}
        </p>
      )}
    </>
  );
}
