import type { FenceShape } from "@canopy/contract/places/fence-shape";
import { type FenceTrial, tryFence } from "@canopy/contract/places/fences";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { labelsQuery } from "../../devices/details/overview-query.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import { problemText } from "./fence-words.ts";
import styles from "./fences.module.css";

const DAYS = ["1", "7", "30"] as const;
const DAY_MS = 86_400_000;
/** After the last change of the border. */
const SETTLE_MS = 600;

/** GPS-03: the last drives judge the border before it rings. */
export function TrialPanel({ shape }: { shape: FenceShape | undefined }) {
  const t = useText();
  const [days, setDays] = useState<(typeof DAYS)[number]>("7");
  const [label, setLabel] = useState("");
  const labels = useQuery(labelsQuery);
  const settled = useSettled(shape);
  const isGood = settled !== undefined && problemText(settled) === undefined;
  const trial = useQuery({
    queryKey: [tryFence.name, settled, days, label],
    queryFn: async ({ signal }) => {
      if (!settled) throw new Error("nothing to try");
      const to_time = Date.now();
      const range = { from_time: to_time - Number(days) * DAY_MS, to_time };
      const body = { shape: settled, ...range, ...(label !== "" && { label_id: label }) };
      return (await api(tryFence, { body }, { signal })).data;
    },
    enabled: isGood,
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.trial} aria-label={t("places.fence.trial")} aria-busy={trial.isFetching}>
      <header>
        <h2>{t("places.fence.trial")}</h2>
        <Select
          aria-label={t("places.fence.trial.devices")}
          options={[
            { value: "", label: t("places.fence.trial.all") },
            ...(labels.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={label}
          onChange={setLabel}
        />
        <Select
          aria-label={t("places.fence.trial.days")}
          options={DAYS.map((value) => ({ value, label: t(`places.fence.trial.${value}`) }))}
          value={days}
          onChange={setDays}
        />
      </header>
      {!isGood && <p className={styles.quiet}>{t("places.fence.trial.draw")}</p>}
      {isGood && trial.error && <p className={styles.error}>{troubleOf(trial.error).text}</p>}
      {isGood && trial.isPending && <p className={styles.quiet}>{t("places.fence.trial.running")}</p>}
      {isGood && trial.data && !trial.error && <Figures {...trial.data} />}
    </section>
  );
}

function Figures({ devices, positions, entered, left, passed, avoided, inside }: FenceTrial) {
  const t = useText();
  if (positions === 0) return <p className={styles.quiet}>{t("places.fence.trial.none")}</p>;
  const figures = { entered, left, passed, avoided };
  return (
    <>
      <p className={styles.figures}>
        {(["entered", "left", "passed", "avoided"] as const).map((name) => (
          <span key={name}>
            <b>{figures[name]}</b> {t(`places.fence.trial.${name}`)}
          </span>
        ))}
      </p>
      <p className={styles.quiet}>{t("places.fence.trial.positions", { devices, positions })}</p>
      {inside.length > 0 && (
        <p className={styles.quiet}>{t("places.fence.trial.inside", { names: inside.join(", ") })}</p>
      )}
    </>
  );
}

function useSettled(shape: FenceShape | undefined): FenceShape | undefined {
  const [settled, setSettled] = useState(shape);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shape), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [shape]);
  return settled;
}
