import type { BackTest } from "@canopy/contract/alarms/back-test";
import type { RuleDraft } from "@canopy/contract/alarms/rule-content";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, RotateCw } from "lucide-react";
import { useState } from "react";
import { RangeSwitch } from "../../frames/history/RangeSwitch.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { DAY_MS, lengthOf } from "../../ui/time/timeline.ts";
import { useDelayed } from "../../ui/use-delayed.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
import alarmStyles from "../alarms.module.css";
import styles from "./back-test.module.css";
import { Drawn } from "./Drawn.tsx";
import { FleetTest } from "./FleetTest.tsx";
import { FiringRows, TestFigures } from "./TestResult.tsx";
import { writeTestRange } from "./test-range.ts";
import { type BackTestProps, type RunningTest, useBackTest } from "./use-back-test.ts";
import { WhatIfs } from "./WhatIfs.tsx";
import "../texts.ts";

/** A test that takes longer can be cancelled. */
const SLOW_MS = 3000;

/** TRG-07: how often the rule would have fired, before it is saved. On a phone one line that unfolds. */
export function BackTestPanel(props: BackTestProps) {
  const t = useText();
  const test = useBackTest(props);
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={alarmStyles.section} aria-label={t("alarms.test.title")}>
      {isNarrow && <Fold test={test} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />}
      {(isOpen || !isNarrow) && <Test {...props} test={test} />}
    </section>
  );
}

function Fold({ test: { found, range }, isOpen, onClick }: { test: RunningTest; isOpen: boolean; onClick(): void }) {
  const t = useText();
  const span = t(`frames.rangeSwitch.${range.kind}`);
  return (
    <Button kind="quiet" icon={isOpen ? ChevronDown : ChevronRight} aria-expanded={isOpen} onClick={onClick}>
      {t("alarms.test.title")} {found && t("alarms.test.fold", { count: found.fired, span })}
    </Button>
  );
}

function Test({ device, form, address, test }: BackTestProps & { test: RunningTest }) {
  const { draft, found, span, query, zoomed, setZoomed } = test;
  const { scope = { kind: "all" } } = form.values;
  const set = ({ conditions, hold_s }: Partial<Pick<RuleDraft, "conditions" | "hold_s">>) => {
    if (conditions) form.set("conditions", conditions);
    if (hold_s !== undefined) form.set("hold_s", hold_s);
  };
  return (
    <>
      <Head test={test} address={address} />
      <Slow isRunning={query.isFetching} queryKey={test.queryKey} />
      <State test={test} />
      {found && found.frames > 0 && <TestFigures found={found} days={lengthOf(span) / DAY_MS} />}
      <Drawn device={device} form={form} test={test} />
      {found && <FiringRows found={found} zoomed={zoomed} onZoom={setZoomed} />}
      {draft && found && found.fired > 0 && <WhatIfs thingsId={device.id} span={span} draft={draft} onTry={set} />}
      {draft && scope.kind !== "device" && <FleetTest scope={scope} draft={draft} span={span} />}
    </>
  );
}

function Head({ test: { range, found, renew }, address }: { test: RunningTest } & Pick<BackTestProps, "address">) {
  const t = useText();
  return (
    <div className={styles.head}>
      <h2>{t("alarms.test.title")}</h2>
      <RangeSwitch range={range} onSearch={(changes) => address.onSearch(writeTestRange(changes))} />
      <span className={styles.took}>{found && <Took found={found} />}</span>
      <IconButton icon={RotateCw} label={t("alarms.test.again")} onClick={renew} />
    </div>
  );
}

function Took({ found: { frames, tookMs } }: { found: BackTest & { tookMs: number } }) {
  const t = useText();
  const seconds = formatNumber(tookMs / 1000, { digits: 1 });
  return t("alarms.test.took", { frames: formatNumber(frames), seconds });
}

function Slow({ isRunning, queryKey }: { isRunning: boolean; queryKey: readonly unknown[] }) {
  const t = useText();
  const client = useQueryClient();
  const isSlow = useDelayed(isRunning, SLOW_MS);
  if (!isSlow) return null;
  return (
    <p className={styles.slow} role="status">
      <progress aria-label={t("alarms.test.running")} />
      <Button onClick={() => void client.cancelQueries({ queryKey })}>{t("ui.action.cancel")}</Button>
    </p>
  );
}

/** Why there is no result: it failed, it runs, it was cancelled, or the rule is not whole yet. */
function State({ test: { draft, found, query } }: { test: RunningTest }) {
  const t = useText();
  if (!draft) return <p className={styles.hint}>{t("alarms.test.incomplete")}</p>;
  if (query.error)
    return (
      <FailedState
        title={t("alarms.test.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (found) return null;
  return query.isFetching ? <Skeleton rows={3} /> : <p className={styles.hint}>{t("alarms.test.cancelled")}</p>;
}
