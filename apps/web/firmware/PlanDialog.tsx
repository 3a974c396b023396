import { type ReactNode, useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { useLeaving } from "../ui/form/use-leaving.tsx";
import layout from "../ui/layout.module.css";
import { missingOf, type PlanDraft, type PreviewState, type StepProps } from "./draft.ts";
import styles from "./firmware.module.css";
import { StepWaves } from "./StepWaves.tsx";
import { StepWhen } from "./StepWhen.tsx";
import { StepWhom } from "./StepWhom.tsx";
import "./texts.ts";

const STEPS = ["image", "whom", "when", "waves"] as const;
export type RolloutKind = "firmware" | "ecu";

interface PlanDialogProps extends StepProps {
  readonly kind: RolloutKind;
  onKind(kind: RolloutKind): void;
  readonly tenantId: string;
  readonly preview: PreviewState;
  readonly version: string;
  /** What is brought; `missing` says why it is not chosen yet. */
  readonly what: ReactNode;
  readonly missing: string | undefined;
  /** Below the waves, before it starts. */
  readonly proof?: ReactNode;
  readonly error: string | undefined;
  readonly busy: boolean;
  onStart(): void;
  onClose(): void;
}

/** DEV-08: four short steps. */
export function PlanDialog(props: PlanDialogProps) {
  const { draft, onDraft, preview, version, onClose } = props;
  const t = useText();
  const [step, setStep] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  const { leave, asking } = useLeaving(isChanged, onClose);
  const next = () => {
    const missing = step === 0 ? props.missing : missingOf(step, draft);
    setProblem(missing);
    if (missing !== undefined) return;
    if (step < STEPS.length - 1) setStep(step + 1);
    else props.onStart();
  };
  const change = (changes: Partial<PlanDraft>) => {
    setProblem(undefined);
    onDraft(changes);
  };
  const parts = { draft, onDraft: change, preview };
  return (
    <Dialog
      open
      title={t("firmware.rollout.create")}
      onClose={leave}
      width={720}
      pinned
      footer={
        asking ?? (
          <>
            {step > 0 && <Button onClick={() => setStep(step - 1)}>{t("firmware.step.back")}</Button>}
            <Button kind="main" busy={props.busy} onClick={next}>
              {t(step < STEPS.length - 1 ? "firmware.step.next" : "firmware.step.start")}
            </Button>
          </>
        )
      }
    >
      <div className={layout.stack} onChange={() => setChanged(true)}>
        <Steps step={step} kind={props.kind} />
        <FormAlert text={problem ?? props.error} />
        {step === 0 && <Kind kind={props.kind} onKind={props.onKind} />}
        {step === 0 && props.what}
        {step === 1 && <StepWhom {...parts} tenantId={props.tenantId} />}
        {step === 2 && <StepWhen {...parts} />}
        {step === 3 && <StepWaves {...parts} version={version} />}
        {step === 3 && props.proof}
      </div>
    </Dialog>
  );
}

function Steps({ step, kind }: { step: number; kind: RolloutKind }) {
  const t = useText();
  return (
    <ol className={styles.steps} aria-label={t("firmware.step.of", { step: step + 1 })}>
      {STEPS.map((name, i) => (
        <li key={name} aria-current={i === step ? "step" : undefined} data-past={i < step || undefined}>
          {t(name === "image" && kind === "ecu" ? "firmware.step.package" : `firmware.step.${name}`)}
        </li>
      ))}
    </ol>
  );
}

function Kind({ kind, onKind }: Pick<PlanDialogProps, "kind" | "onKind">) {
  const t = useText();
  return (
    <Segmented
      label={t("firmware.payload.label")}
      value={kind}
      onChange={onKind}
      options={(["firmware", "ecu"] as const).map((value) => ({ value, label: t(`firmware.payload.${value}`) }))}
    />
  );
}
