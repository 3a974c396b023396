import { deleteSequence, saveSequence } from "@canopy/contract/diagnosis/sequences";
import { ListVideo, Save, Trash2, X } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "../desk/desk.module.css";
import { warnsOf } from "../desk/services.ts";
import type { Desk } from "../desk/use-desk.ts";
import { spaced } from "../hex.ts";
import "./sequence-texts.ts";
import type { Sequence } from "./use-sequence.ts";

/** UDS-01: several requests as one job; saved under a name for the whole tenant. */
export function SequenceCard({ desk, sequence }: { desk: Desk; sequence: Sequence }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { draft, saved } = sequence;
  const { name, go_on: goesOn, steps } = draft;
  if (steps.length === 0 && saved.length === 0) return null;
  const known = saved.find((one) => one.name === name);
  const run = () => desk.run.mutate({ steps, title: name, goesOn });
  const isWarning = steps.some((step) => "data" in step && warnsOf(step.data));
  return (
    <Card title={t("diagnosis.sequence.title", { count: steps.length })}>
      {saved.length > 0 && (
        <Field label={t("diagnosis.sequence.saved")}>
          {(control) => (
            <Select<string>
              {...control}
              options={[
                { value: "", label: t("diagnosis.sequence.none") },
                ...saved.map((one) => ({ value: one.sequence_id, label: one.name })),
              ]}
              value={known?.sequence_id ?? ""}
              onChange={(id) => {
                const chosen = saved.find(({ sequence_id }) => sequence_id === id);
                if (chosen) sequence.change({ name: chosen.name, go_on: chosen.go_on, steps: chosen.steps });
              }}
            />
          )}
        </Field>
      )}
      {steps.length > 0 && (
        <>
          <Steps sequence={sequence} />
          <Field label={t("diagnosis.sequence.name")}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={100}
                value={name}
                onChange={(text) => sequence.change({ name: text })}
              />
            )}
          </Field>
          <Checkbox checked={goesOn} onChange={(go_on) => sequence.change({ go_on })}>
            {t("diagnosis.sequence.goOn")}
          </Checkbox>
          <div className={styles.actions}>
            <Button
              icon={ListVideo}
              busy={desk.busy}
              denied={desk.denied}
              onClick={() => (isWarning ? setAsking(true) : run())}
            >
              {t("diagnosis.sequence.run")}
            </Button>
            <Button
              icon={Save}
              busy={sequence.save.isPending}
              denied={callDenied(saveSequence)}
              onClick={() => name.trim() !== "" && sequence.save.mutate()}
            >
              {t("diagnosis.sequence.save")}
            </Button>
            {known && (
              <Button
                icon={Trash2}
                kind="danger"
                denied={callDenied(deleteSequence)}
                onClick={() => sequence.remove.mutate(known)}
              >
                {t("diagnosis.sequence.delete")}
              </Button>
            )}
            <Button onClick={sequence.clear}>{t("diagnosis.sequence.clear")}</Button>
          </div>
        </>
      )}
      <Confirm
        open={isAsking}
        title={t("diagnosis.sequence.run")}
        action={t("diagnosis.sequence.run")}
        onConfirm={() => {
          setAsking(false);
          run();
        }}
        onClose={() => setAsking(false)}
      >
        {t("diagnosis.sequence.warn", { device: desk.device.name })}
      </Confirm>
    </Card>
  );
}

function Steps({ sequence: { draft, change } }: { sequence: Sequence }) {
  const t = useText();
  const { steps } = draft;
  return (
    <ol>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requests may repeat; their place is what they are.
        <li key={at}>
          {"unlock" in step ? (
            t("diagnosis.sequence.unlock", { level: step.unlock })
          ) : (
            <>
              <code>{spaced(step.data)}</code>
              {step.functional && <span className={styles.quiet}> {t("diagnosis.sequence.functional")}</span>}
            </>
          )}
          <IconButton
            icon={X}
            label={t("diagnosis.sequence.remove", { n: at + 1 })}
            onClick={() => change({ steps: steps.filter((_, place) => place !== at) })}
          />
        </li>
      ))}
    </ol>
  );
}
