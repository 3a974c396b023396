import type { BackTest } from "@canopy/contract/alarms/back-test";
import type { Condition } from "@canopy/contract/alarms/conditions";
import { useMemo } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import type { RuleForm } from "../rule-form.ts";
import { watchedOf } from "../watched-curve.ts";
import styles from "./back-test.module.css";
import { ChannelChoice } from "./ChannelChoice.tsx";
import { drawnChannel, type FiredChannel, firedChannels } from "./drawn-channel.ts";
import { RangeStrip } from "./RangeStrip.tsx";
import { StateLane } from "./StateLane.tsx";
import { StripCurve } from "./StripCurve.tsx";
import { TestCurve } from "./TestCurve.tsx";
import type { RunningTest } from "./use-back-test.ts";
import "../texts.ts";

const NONE: Pick<BackTest, "firings" | "phases"> = { firings: [], phases: [] };

interface DrawnProps {
  form: RuleForm;
  test: RunningTest;
}

/** Curve and states of one channel: that of the rule, the chosen one, or the first that fires. */
export function Drawn({ form, test }: DrawnProps) {
  const t = useText();
  const { found, tested, span, shown, setWindow } = test;
  const conditions = form.values.conditions as Condition[];
  const { fired, channel, phases, firings } = useDrawnChannel(form.values.channel, test);
  const watched = watchedOf({ conditions, channel });
  const lane = useMemo(() => <StateLane phases={phases} span={shown} />, [phases, shown]);
  const condition = watched && conditions[watched.place];
  const isEmpty = found?.frames === 0;
  if (isEmpty && !watched) return <p className={styles.hint}>{t("alarms.test.nothing")}</p>;
  return (
    <div>
      {found && !isEmpty && (
        <RangeStrip span={span} shown={shown} firings={firings} phases={phases} onShow={setWindow}>
          {watched && <StripCurve thingsId={tested} watched={watched.watched} span={span} limits={watched.limits} />}
        </RangeStrip>
      )}
      {watched && condition && (
        <TestCurve
          thingsId={tested}
          watched={watched.watched}
          condition={condition}
          span={shown}
          firings={firings}
          phases={phases}
          onChange={(next) => form.set("conditions", conditions.with(watched.place, next))}
          aside={<Shown test={test} fired={fired} channel={channel} />}
        />
      )}
      {found && !isEmpty && lane}
    </div>
  );
}

/** What the test found on the channel that is drawn; `fired` has others only where the rule is on every channel. */
function useDrawnChannel(ruled: number | null | undefined, test: RunningTest) {
  const { chosenChannel } = test;
  const found: typeof NONE = test.found ?? NONE;
  const all = useMemo(() => firedChannels(found), [found]);
  const channel = drawnChannel({ ruled, chosen: chosenChannel, fired: all });
  return useMemo(() => {
    const phases = found.phases.filter((phase) => phase.channel === channel);
    const firings = found.firings.filter((firing) => firing.channel === channel);
    return { fired: ruled === null || ruled === undefined ? all : [], channel, phases, firings };
  }, [found, all, ruled, channel]);
}

interface ShownProps {
  test: RunningTest;
  fired: readonly FiredChannel[];
  channel: number;
}

/** What is shown of the channels and of the range, and the way back to all of it. */
function Shown({ test: { shown, isZoomed, setWindow, setChannel }, fired, channel }: ShownProps) {
  const t = useText();
  const formats = useTimeFormats();
  const clock = (atMs: number) => formats.time(atMs, "second").slice(5);
  return (
    <>
      {fired.length > 1 && <ChannelChoice fired={fired} channel={channel} onChoose={setChannel} />}
      {clock(shown.fromMs)} – {clock(shown.toMs)}
      {isZoomed && (
        <Button kind="link" onClick={() => setWindow(undefined)}>
          {t("alarms.test.whole")}
        </Button>
      )}
    </>
  );
}
