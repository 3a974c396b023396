import type { StoredStep } from "@canopy/contract/diagnosis/job-request";
import { ListPlus, Send } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { DefinitionPick } from "../definitions/DefinitionPick.tsx";
import { hexOf, spaced } from "../hex.ts";
import "../sequences/sequence-texts.ts";
import { ConfirmedServices } from "./confirmed.ts";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import { bytesOf, formOf, warnsOf } from "./services.ts";
import type { Desk } from "./use-desk.ts";

/** Fields that definitions name, by service. */
const PICKED: Readonly<Record<string, "did" | "routine">> = { "22": "did", "2E": "did", "2F": "did", "31": "routine" };

function pickedOf({ definitions }: Desk, sid: string) {
  const field = PICKED[sid];
  if (field === undefined) return undefined;
  return field === "routine" ? definitions?.routines : definitions?.identifiers;
}

interface BuilderProps {
  desk: Desk;
  /** As typed: form and bytes are two views of it. */
  text: string;
  onText(text: string): void;
  /** To the sequence that is put together. */
  onAdd(step: StoredStep): void;
  /** Earlier requests, newest last: ↑ brings them back. */
  history: readonly string[];
}

const confirmed = new ConfirmedServices();

/** UDS-01: each service as a form, the bytes beside it, both editable. */
export function Builder({ desk, text, onText, onAdd, history }: BuilderProps) {
  const t = useText();
  const [functional, setFunctional] = useState("0");
  const [asked, setAsked] = useState(false);
  const [back, setBack] = useState(0);
  const form = formOf(text);
  const bytes = bytesOf(text);
  const send = () => {
    if (bytes === null) return;
    setBack(0);
    desk.run.mutate({ steps: [{ data: bytes, functional: functional === "1" }] });
  };
  const submit = () => {
    if (bytes !== null && warnsOf(bytes) && !confirmed.has(desk, bytes)) setAsked(true);
    else send();
  };
  const recall = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const step = Math.min(history.length, Math.max(0, back + (event.key === "ArrowUp" ? 1 : -1)));
    const earlier = history.at(-step);
    if (step > 0 && earlier !== undefined) onText(spaced(earlier));
    setBack(step);
    event.preventDefault();
  };
  const trouble = desk.run.error ? troubleOf(desk.run.error) : undefined;
  const isForeign = desk.session !== null && !desk.isMine;
  const other = isForeign ? t("diagnosis.desk.readAlong", { user: desk.session?.user_name ?? "" }) : undefined;
  return (
    <Card
      title={
        form
          ? t("diagnosis.builder.service", { sid: form.service.sid, name: t(form.service.title) })
          : t("diagnosis.builder.raw")
      }
    >
      <form
        className={styles.builder}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Segmented
          label={t("diagnosis.builder.to")}
          options={[
            { value: "0", label: t("diagnosis.builder.physical", { id: hexOf(desk.settings.physical_id) }) },
            { value: "1", label: t("diagnosis.builder.functional", { id: hexOf(desk.settings.functional_id) }) },
          ]}
          value={functional}
          onChange={setFunctional}
        />
        {form && (
          <div className={styles.grid}>
            <DefinitionPick
              label={t(PICKED[form.service.sid] === "routine" ? "diagnosis.defs.pickRoutine" : "diagnosis.defs.pick")}
              of={pickedOf(desk, form.service.sid)}
              value={form.values[PICKED[form.service.sid] ?? ""] ?? ""}
              onPick={(id) => onText(joined(form, PICKED[form.service.sid] ?? "", id))}
            />
            {form.service.fields.map(({ key, label, choices }) => (
              <Field key={key} label={t(label)} hint={choices?.join(" · ")}>
                {(control) => (
                  <TextInput
                    {...control}
                    mono
                    autoComplete="off"
                    spellCheck={false}
                    value={form.values[key] ?? ""}
                    onChange={(value) => onText(joined(form, key, value))}
                  />
                )}
              </Field>
            ))}
          </div>
        )}
        <Field label={t("diagnosis.builder.bytes")} error={bytes === null ? t("diagnosis.builder.noBytes") : undefined}>
          {(control) => (
            <TextInput
              {...control}
              mono
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={onText}
              onKeyDown={recall}
            />
          )}
        </Field>
        <FormAlert text={trouble?.text} />
        <div className={styles.actions}>
          <Button kind="main" type="submit" icon={Send} busy={desk.busy} denied={desk.denied ?? other}>
            {t("diagnosis.builder.send")}
          </Button>
          <Button
            icon={ListPlus}
            onClick={() => bytes !== null && onAdd({ data: bytes, functional: functional === "1" })}
          >
            {t("diagnosis.sequence.add")}
          </Button>
        </div>
      </form>
      <Confirm
        open={asked}
        title={t("diagnosis.builder.warnTitle")}
        action={t("diagnosis.builder.send")}
        onConfirm={() => {
          if (bytes !== null) confirmed.add(desk, bytes);
          setAsked(false);
          send();
        }}
        onClose={() => setAsked(false)}
      >
        {t("diagnosis.builder.warn", { device: desk.device.name })}
      </Confirm>
    </Card>
  );
}

/** The bytes with one field changed. */
function joined({ service, values }: NonNullable<ReturnType<typeof formOf>>, key: string, value: string): string {
  const parts = service.fields.map((field) => (field.key === key ? value : (values[field.key] ?? "")));
  return spaced([service.sid, ...parts].join("").replace(/\s+/g, "").toUpperCase());
}
