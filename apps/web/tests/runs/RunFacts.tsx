import { channelName } from "@canopy/contract/device-link/channels";
import type { TestRun } from "@canopy/contract/tests/runs";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { join } from "../../ui/join.ts";
import layout from "../../ui/layout.module.css";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { writeFrames, writeSteps } from "../routines/command-lines.ts";
import { useNamedSignals } from "../routines/RoutineSignals.tsx";
import styles from "../tests.module.css";
import "../texts.ts";

/** The routine as it was, so that the report says by itself what was tested. */
export function RunFacts({ run }: { run: TestRun }) {
  const t = useText();
  const signals = useNamedSignals(run.routine.signals);
  const { routine, script } = run;
  const facts: [string, string][] = [
    [t("tests.form.frames"), run.is_dry ? "" : writeFrames(routine.frames)],
    [t("tests.form.steps"), run.is_dry ? "" : writeSteps(routine.uds_steps)],
    [
      t("tests.form.signals"),
      signals.map(({ reference, name }) => `${channelName(reference.channel)} ${name}`).join("\n"),
    ],
    [t("tests.field.limits"), routine.limits.map(({ signal, low, high }) => `${low} ≤ ${signal} ≤ ${high}`).join("\n")],
    [t("tests.field.script"), script?.name ?? ""],
    [t("tests.field.duration"), t("tests.field.seconds", { seconds: routine.duration_ms / 1000 })],
    [t("tests.field.by"), run.user_name],
  ];
  return (
    <Card title={t("tests.run.what")}>
      <dl className={join(layout.facts, styles.facts)}>
        <dt>{t("tests.field.device")}</dt>
        <dd>{run.device_name}</dd>
        <dt>{t("tests.run.window")}</dt>
        <dd>
          {run.from_time === null ? (
            UNKNOWN
          ) : (
            <>
              <TimeText at={run.from_time} of={run.things_id} /> – <TimeText at={run.to_time} of={run.things_id} />
            </>
          )}
        </dd>
        {facts.map(([name, text]) => text !== "" && <Fact key={name} name={name} text={text} />)}
      </dl>
    </Card>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}
