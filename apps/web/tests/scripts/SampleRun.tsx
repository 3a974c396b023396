import type { Thing } from "@canopy/contract/devices/thing";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import {
  MAX_TEST_MS,
  MAX_TEST_SIGNALS,
  MIN_TEST_MS,
  runOnSample,
  type SampleRun,
  type ScriptText,
} from "@canopy/contract/tests/scripts";
import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import type { NamedSignal } from "../routines/named-signal.ts";
import { RoutineSignals } from "../routines/RoutineSignals.tsx";
import { CheckTable } from "../runs/CheckTable.tsx";
import { toneOf } from "../runs/run-words.ts";
import styles from "../tests.module.css";
import "./script-texts.ts";

const MIB = 1024 * 1024;
const FIRST_LENGTH_S = 60;

interface Sampled {
  readonly device: Thing | undefined;
  readonly choice: ReactNode;
  readonly signals: readonly NamedSignal[];
  onSignals(signals: readonly SignalReference[]): void;
}

/** TST-02: the script on a window of stored data; nothing is sent. */
export function useSampleRun({ language, content }: ScriptText, { device, signals }: Sampled) {
  const [fromMs, setFromMs] = useState<number | null>(() => Date.now() - FIRST_LENGTH_S * 1000);
  const [lengthS, setLengthS] = useState(String(FIRST_LENGTH_S));
  const lengthMs = Math.round(Number(lengthS) * 1000);
  const isLength = lengthMs >= MIN_TEST_MS && lengthMs <= MAX_TEST_MS;
  const trial = useMutation({
    mutationFn: async (things_id: string) => {
      const from_time = fromMs ?? 0;
      const references = signals.map(({ reference }) => reference);
      const body = { language, content, signals: references, from_time, to_time: from_time + lengthMs };
      return (await api(runOnSample, { params: { things_id }, body })).data;
    },
  });
  const run = () => device && isLength && !trial.isPending && trial.mutate(device.id);
  return { fromMs, setFromMs, lengthS, setLengthS, isLength, trial, run };
}

interface SampleCardProps extends Sampled {
  sample: ReturnType<typeof useSampleRun>;
}

export function SampleCard({ sample, device, choice, signals, onSignals }: SampleCardProps) {
  const t = useText();
  const [isPicking, setIsPicking] = useState(false);
  const [bad, setBad] = useState<string>();
  const { trial } = sample;
  return (
    <Card title={t("tests.script.sample")}>
      <div className={styles.column}>
        <RoutineSignals
          signals={signals}
          onChange={onSignals}
          onPick={() => setIsPicking(true)}
          deviceChoice={choice}
          pickDenied={device ? undefined : t("tests.start.noDevice")}
        />
        <div className={styles.pair}>
          <Field label={t("tests.script.from")} error={bad}>
            {(control) => (
              <TimeInput
                {...control}
                at={sample.fromMs}
                onChange={(at) => {
                  setBad(undefined);
                  sample.setFromMs(at);
                }}
                onBad={(text) => setBad(t("tests.start.badTime", { text }))}
              />
            )}
          </Field>
          <Field label={t("tests.script.length")} error={sample.isLength ? undefined : t("tests.script.badLength")}>
            {(control) => <TextInput {...control} type="number" value={sample.lengthS} onChange={sample.setLengthS} />}
          </Field>
        </div>
        <div className={styles.line}>
          <Button
            icon={Play}
            busy={trial.isPending}
            denied={device ? undefined : t("tests.start.noDevice")}
            onClick={sample.run}
          >
            {t("tests.script.run")}
          </Button>
        </div>
        <FormAlert text={trial.error ? troubleOf(trial.error).text : undefined} />
        {trial.data && <Result run={trial.data} thingsId={device?.id ?? ""} />}
      </div>
      {device && (
        <SignalPicker
          device={device}
          open={isPicking}
          chosen={signals.map(({ reference }) => reference)}
          limit={MAX_TEST_SIGNALS}
          onChoose={onSignals}
          onClose={() => setIsPicking(false)}
        />
      )}
    </Card>
  );
}

function Result({ run, thingsId }: { run: SampleRun; thingsId: string }) {
  const t = useText();
  const { failure, time_ms, memory_bytes } = run;
  return (
    <div className={styles.column} aria-live="polite">
      <div className={styles.verdict}>
        <Chip tone={toneOf(run.verdict)}>{t(`tests.verdict.${run.verdict}`)}</Chip>
        {time_ms !== null && memory_bytes !== null && (
          <span className={styles.hint}>
            {t("tests.script.used", {
              time: formatNumber(time_ms / 1000),
              timeLimit: run.time_limit_ms / 1000,
              memory: formatNumber(Math.round((memory_bytes / MIB) * 10) / 10),
              memoryLimit: Math.round(run.memory_limit_bytes / MIB),
            })}
          </span>
        )}
      </div>
      <p className={styles.hint}>
        {Object.entries(run.samples)
          .map(([name, count]) => t("tests.script.samples", { name, count }))
          .join(" · ")}
      </p>
      {failure && (
        <Banner level="urgent" alert>
          {failure.line === null
            ? t("tests.script.failure", { message: failure.message })
            : t("tests.failure.scriptLine", { line: failure.line, message: failure.message })}
        </Banner>
      )}
      {run.checks.length > 0 && <CheckTable checks={run.checks} thingsId={thingsId} />}
      {run.output !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <pre className={styles.output} tabIndex={0}>
          {run.output}
        </pre>
      )}
    </div>
  );
}
