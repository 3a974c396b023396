import { type BackTest, backTestRule, type Firing } from "@canopy/contract/alarms/back-test";
import { ruleDraft } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Segmented } from "../ui/form/Segmented.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./alarms.module.css";
import type { RuleValues } from "./rule-form.ts";

const RANGES = ["1", "24", "168"] as const;
const HOUR_MS = 3_600_000;
/** Firings that are listed; more are counted. */
const SHOWN = 8;
/** After the last change. */
const SETTLE_MS = 600;

/** TRG-07: how often the rule would have fired, before it is saved. */
export function BackTestPanel({ device, values }: { device: Thing; values: RuleValues }) {
  const t = useText();
  const [hours, setHours] = useState<(typeof RANGES)[number]>("24");
  const settled = useRested(JSON.stringify(values));
  const draft = ruleDraft.safeParse(JSON.parse(settled));
  const query = useQuery({
    queryKey: ["alarms", "backTest", device.id, hours, settled],
    queryFn: async ({ signal }) => {
      const to_time = Date.now();
      const range = { from_time: to_time - Number(hours) * HOUR_MS, to_time };
      const body = { ...range, ...ruleDraft.parse(JSON.parse(settled)) };
      return (await api(backTestRule, { params: { things_id: device.id }, body }, { signal })).data;
    },
    enabled: draft.success,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return (
    <section className={styles.section} aria-label={t("alarms.test.title")}>
      <h2>{t("alarms.test.title")}</h2>
      <Segmented
        label={t("alarms.test.range")}
        options={RANGES.map((value) => ({ value, label: t(`alarms.test.hours${value}`) }))}
        value={hours}
        onChange={setHours}
      />
      {query.error ? (
        <FailedState
          title={t("alarms.test.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <Result found={query.data} />
      ) : draft.success ? (
        <Skeleton rows={3} />
      ) : (
        <p className={styles.hint}>{t("alarms.test.incomplete")}</p>
      )}
    </section>
  );
}

/** The text when it has not changed for a while, so that not every key starts a test. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function Result({ found }: { found: BackTest }) {
  const t = useText();
  if (found.frames === 0) return <p className={styles.hint}>{t("alarms.test.nothing")}</p>;
  const { fired, pending: nearly, firings } = found;
  return (
    <>
      <p className={styles.found} role="status">
        {t("alarms.test.fired", { count: fired, nearly })}
      </p>
      <Told found={found} />
      <ul className={styles.firings}>
        {firings.slice(0, SHOWN).map((firing) => (
          <FiringRow key={`${firing.channel} ${firing.start_time}`} firing={firing} />
        ))}
      </ul>
      {fired > SHOWN && <p className={styles.hint}>{t("alarms.test.more", { count: fired - SHOWN })}</p>}
    </>
  );
}

function Told({ found: { sent, held } }: { found: BackTest }) {
  const t = useText();
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
  if (sum(sent) + sum(held) === 0) return null;
  return <p className={styles.hint}>{t("alarms.test.told", { sent: sum(sent), held: sum(held) })}</p>;
}

function FiringRow({ firing: { start_time, end_time, peak } }: { firing: Firing }) {
  const t = useText();
  const lasted = end_time === null ? t("alarms.events.active") : `${Math.round((end_time - start_time) / 1000)} s`;
  return (
    <li>
      <TimeText at={start_time} precision="second" />
      <span>{peak ?? ""}</span>
      <span>{lasted}</span>
    </li>
  );
}
