import type { Condition } from "@canopy/contract/alarms/conditions";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { useMemo } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import type { RuleForm } from "../rule-form.ts";
import { watchedOf } from "../watched-curve.ts";
import styles from "./back-test.module.css";
import { StateLane } from "./StateLane.tsx";
import { TestCurve } from "./TestCurve.tsx";
import type { RunningTest } from "./use-back-test.ts";
import "../texts.ts";

interface DrawnProps {
  device: Thing;
  form: RuleForm;
  test: RunningTest;
}

/** Curve and states of one channel: that of the rule, or of the first firing. */
export function Drawn({ device, form, test }: DrawnProps) {
  const t = useText();
  const { found, shown } = test;
  const conditions = form.values.conditions as Condition[];
  const channel = form.values.channel ?? found?.firings[0]?.channel ?? FIRST_CHANNEL.can;
  const watched = watchedOf({ conditions, channel });
  const all = found?.phases;
  const phases = useMemo(() => all?.filter((phase) => phase.channel === channel) ?? [], [all, channel]);
  const lane = useMemo(() => <StateLane phases={phases} span={shown} />, [phases, shown]);
  const condition = watched && conditions[watched.place];
  const isEmpty = found?.frames === 0;
  if (isEmpty && !watched) return <p className={styles.hint}>{t("alarms.test.nothing")}</p>;
  return (
    <div>
      {watched && condition && (
        <TestCurve
          thingsId={device.id}
          watched={watched.watched}
          condition={condition}
          span={shown}
          found={found}
          phases={phases}
          onChange={(next) => form.set("conditions", conditions.with(watched.place, next))}
          aside={<Shown test={test} />}
        />
      )}
      {found && !isEmpty && lane}
    </div>
  );
}

/** What is shown of the range, and the way back to all of it. */
function Shown({ test: { shown, zoomed, setZoomed } }: { test: RunningTest }) {
  const t = useText();
  const formats = useTimeFormats();
  const clock = (atMs: number) => formats.time(atMs, "second").slice(5);
  return (
    <>
      {clock(shown.fromMs)} – {clock(shown.toMs)}
      {zoomed && (
        <Button kind="link" onClick={() => setZoomed(undefined)}>
          {t("alarms.test.whole")}
        </Button>
      )}
    </>
  );
}
