import { rolloutErrors } from "@canopy/contract/firmware/rollout-errors";
import { createRollout } from "@canopy/contract/firmware/rollouts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import layout from "../ui/layout.module.css";
import { bodyOf, type Draft, newDraft, scopeOf } from "./draft.ts";
import styles from "./firmware.module.css";
import { FIRMWARE_KEY } from "./firmware-queries.ts";
import { StepImage } from "./StepImage.tsx";
import { StepWaves } from "./StepWaves.tsx";
import { StepWhen } from "./StepWhen.tsx";
import { StepWhom } from "./StepWhom.tsx";
import "./texts.ts";

const STEPS = ["image", "whom", "when", "waves"] as const;

interface NewRolloutProps {
  readonly tenantId: string;
  readonly imageId: string;
  readonly deviceIds: readonly string[];
  onStarted(id: string): void;
  onClose(): void;
}

/** DEV-08: four short steps. */
export function NewRollout({ tenantId, imageId, deviceIds, onStarted, onClose }: NewRolloutProps) {
  const t = useText();
  const client = useQueryClient();
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(() => newDraft(imageId, deviceIds));
  const [problem, setProblem] = useState<string>();
  const start = useMutation({
    mutationFn: async () => {
      const body = bodyOf(draft);
      return body && api(createRollout, { body });
    },
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: FIRMWARE_KEY });
      if (made) onStarted(made.data.id);
    },
  });
  const onDraft = (changes: Partial<Draft>) => {
    setProblem(undefined);
    start.reset();
    setDraft((old) => ({ ...old, ...changes }));
  };
  const next = () => {
    const missing = missingOf(step, draft);
    setProblem(missing);
    if (missing !== undefined) return;
    if (step < STEPS.length - 1) setStep(step + 1);
    else start.mutate();
  };
  const props = { draft, onDraft };
  return (
    <Dialog
      open
      title={t("firmware.rollout.create")}
      onClose={onClose}
      width={720}
      pinned
      footer={
        <>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>{t("firmware.step.back")}</Button>}
          <Button kind="main" busy={start.isPending} onClick={next}>
            {t(step < STEPS.length - 1 ? "firmware.step.next" : "firmware.step.start")}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <ol className={styles.steps} aria-label={t("firmware.step.of", { step: step + 1 })}>
          {STEPS.map((name, i) => (
            <li key={name} aria-current={i === step ? "step" : undefined} data-past={i < step || undefined}>
              {t(`firmware.step.${name}`)}
            </li>
          ))}
        </ol>
        <FormAlert text={problem ?? (start.error ? troubleOf(start.error).text : undefined)} />
        {step === 0 && <StepImage {...props} />}
        {step === 1 && <StepWhom {...props} tenantId={tenantId} />}
        {step === 2 && <StepWhen {...props} />}
        {step === 3 && <StepWaves {...props} />}
      </div>
    </Dialog>
  );
}

/** The server says the same; here before the next step. */
function missingOf(step: number, draft: Draft): string | undefined {
  if (step === 0 && draft.imageId === "") return codeText(rolloutErrors.imageNotReady.code);
  if (step === 1 && scopeOf(draft) === undefined) return codeText(rolloutErrors.scopeEmpty.code);
  if (step === 2 && draft.when === "at" && draft.startAt === null) return codeText(rolloutErrors.timeEmpty.code);
  if (step === 2 && draft.when === "window" && (draft.from === "" || draft.to === ""))
    return codeText(rolloutErrors.timeEmpty.code);
  return undefined;
}
