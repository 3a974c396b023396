import type { BackTest } from "@canopy/contract/alarms/back-test";
import type { Condition } from "@canopy/contract/alarms/conditions";
import type { RuleDraft } from "@canopy/contract/alarms/rule-content";
import { ChevronDown, ChevronRight, RotateCw } from "lucide-react";
import { useState } from "react";
import { RangeSwitch } from "../../frames/history/RangeSwitch.tsx";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { DAY_MS, lengthOf } from "../../ui/time/timeline.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
import alarmStyles from "../alarms.module.css";
import { useConditionSignal, useSignalNames } from "../use-condition-signal.ts";
import styles from "./back-test.module.css";
import { Drawn } from "./Drawn.tsx";
import { FleetTest } from "./FleetTest.tsx";
import { TestedDevice } from "./TestedDevice.tsx";
import { FiringRows, leadOf, TestFigures } from "./TestResult.tsx";
import { TestState } from "./TestState.tsx";
import { spanAround, writeTestRange } from "./test-range.ts";
import { type BackTestProps, type RunningTest, useBackTest } from "./use-back-test.ts";
import { WhatIfs } from "./WhatIfs.tsx";
import "../texts.ts";

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

function Test({ device, form, address, ways, test }: BackTestProps & { test: RunningTest }) {
  const { draft, found, span, tested } = test;
  const { scope = { kind: "all" } } = form.values;
  const set = ({ conditions, hold_s }: Partial<Pick<RuleDraft, "conditions" | "hold_s">>) => {
    if (conditions) form.set("conditions", conditions);
    if (hold_s !== undefined) form.set("hold_s", hold_s);
  };
  return (
    <>
      <Head test={test} address={address} device={device} form={form} />
      <TestState test={test} />
      {found && found.frames > 0 && <TestFigures found={found} days={lengthOf(span) / DAY_MS} />}
      <Drawn form={form} test={test} />
      {found && <Firings found={found} form={form} test={test} ways={ways} />}
      {draft && found && found.fired > 0 && <WhatIfs thingsId={tested} span={span} draft={draft} onTry={set} />}
      {draft && scope.kind !== "device" && (
        <FleetTest
          scope={scope}
          draft={draft}
          span={span}
          onChoose={(testDevice) => address.onSearch({ testDevice })}
        />
      )}
    </>
  );
}

type FiringsProps = Pick<BackTestProps, "form" | "ways"> & { found: BackTest; test: RunningTest };

function Firings({ found, form, ways, test: { span, tested, zoomed, setZoomed } }: FiringsProps) {
  const conditions = form.values.conditions as Condition[];
  const namesOf = useSignalNames(conditions);
  const judged = conditions[0];
  return (
    <FiringRows
      found={found}
      names={conditions.length === 1 && judged?.kind === "signal" ? namesOf(judged) : undefined}
      zoomed={zoomed}
      leadsTo={leadOf(conditions)}
      onZoom={setZoomed}
      onCurve={(firing) => ways.onCurve({ thingsId: tested, conditions, firing, span: spanAround(span, firing) })}
    />
  );
}

type HeadProps = Omit<BackTestProps, "ways"> & { test: RunningTest };

function Head({ test: { range, tested, found, renew }, address, device, form }: HeadProps) {
  const t = useText();
  const { scope = { kind: "all" } } = form.values;
  const judged = (form.values.conditions as Condition[]).find(({ kind }) => kind === "signal");
  const revision = useConditionSignal(judged)?.revision;
  return (
    <div className={styles.head}>
      <h2>{t("alarms.test.title")}</h2>
      <RangeSwitch range={range} onSearch={(changes) => address.onSearch(writeTestRange(changes))} />
      {scope.kind !== "device" && (
        <TestedDevice
          device={device}
          scope={scope}
          tested={tested}
          onChoose={(testDevice) => address.onSearch({ testDevice })}
        />
      )}
      <span className={styles.took}>{found && <Took found={found} revision={revision} />}</span>
      <IconButton icon={RotateCw} label={t("alarms.test.again")} onClick={renew} />
    </div>
  );
}

interface TookProps {
  found: BackTest & { tookMs: number };
  /** Of the DBC; undefined for a rule on no signal. */
  revision: number | undefined;
}

function Took({ found: { frames, tookMs }, revision }: TookProps) {
  const t = useText();
  const seconds = formatNumber(tookMs / 1000, { digits: 1 });
  const took = t("alarms.test.took", { frames: formatNumber(frames), seconds });
  return revision === undefined ? took : `${took} · ${t("alarms.test.revision", { revision })}`;
}
