import type { Condition } from "@canopy/contract/alarms/conditions";
import { ruleErrors } from "@canopy/contract/alarms/errors";
import {
  dataOf,
  holdSeconds,
  MAX_CONDITIONS,
  RULE_LEVELS,
  type RuleAction,
  ruleContent,
} from "@canopy/contract/alarms/rule-content";
import { type AlarmRule, createAlarmRule, updateAlarmRule } from "@canopy/contract/alarms/rules";
import type { Thing } from "@canopy/contract/devices/thing";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { SignalPicker } from "../signals/choose/SignalPicker.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { type Option, Select } from "../ui/form/Select.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { type ContractForm, useContractForm } from "../ui/form/use-contract-form.ts";
import { ActionFields } from "./ActionFields.tsx";
import styles from "./alarms.module.css";
import { BackTestPanel } from "./BackTestPanel.tsx";
import { ConditionFields } from "./ConditionFields.tsx";
import { NumberField } from "./NumberField.tsx";
import { conditionOf, FIRST_FENCE, FIRST_FRAME, numberOf, type RuleValues, valuesOf } from "./rule-form.ts";
import "./texts.ts";

interface RuleEditorProps {
  /** Absent for a new rule. */
  rule?: AlarmRule | undefined;
  /** The device that the editor was opened from. */
  device: Thing;
  onDone(name: string): void;
  onCancel(): void;
}

type Form = ContractForm<RuleValues>;

/** TRG-01: a trigger rule, from what it watches to whom it tells. */
export function RuleEditor({ rule, device, onDone, onCancel }: RuleEditorProps) {
  const t = useText();
  const enabled = useRef(rule?.enabled ?? false);
  const form = useContractForm(ruleContent, {
    initial: valuesOf(rule, device.id),
    fieldOfCode: {
      [ruleErrors.ruleNameTaken.code]: "name",
      [ruleErrors.conditionSignalUnknown.code]: "conditions",
    },
    submit: async (content) => {
      const body = { ...content, enabled: enabled.current };
      if (rule) await api(updateAlarmRule, { params: { rule_id: rule.rule_id }, body });
      else await api(createAlarmRule, { body });
      onDone(content.name);
    },
  });
  const denied = callDenied(rule ? updateAlarmRule : createAlarmRule);
  const save = (on: boolean) => () => {
    enabled.current = on;
  };
  return (
    <div className={styles.desk}>
      <form className={styles.editor} onSubmit={form.onSubmit} noValidate>
        <FormAlert text={form.formError} />
        <WatchSection form={form} device={device} />
        <SettleSection form={form} />
        <SaySection form={form} />
        <section className={styles.section}>
          <h2>{t("alarms.edit.do")}</h2>
          <ActionFields
            actions={(form.values.actions ?? []) as RuleAction[]}
            onChange={(actions) => form.set("actions", actions)}
          />
          <FieldProblem form={form} field="actions" />
        </section>
        <div className={styles.buttons}>
          <Button onClick={onCancel}>{t("ui.action.cancel")}</Button>
          <Button type="submit" busy={form.busy} denied={denied} onClick={save(false)}>
            {t("alarms.edit.saveOff")}
          </Button>
          <Button kind="main" type="submit" busy={form.busy} denied={denied} onClick={save(true)}>
            {t("alarms.edit.saveOn")}
          </Button>
        </div>
      </form>
      <BackTestPanel device={device} values={form.values} />
    </div>
  );
}

function WatchSection({ form, device }: { form: Form; device: Thing }) {
  const t = useText();
  const scope = form.values.scope ?? { kind: "all" };
  const scopes: Option<typeof scope.kind>[] = [
    { value: "device", label: t("alarms.scope.device") },
    { value: "all", label: t("alarms.scope.all") },
    ...(scope.kind === "label" || scope.kind === "type"
      ? [{ value: scope.kind, label: t(`alarms.scope.${scope.kind}`) }]
      : []),
  ];
  return (
    <section className={styles.section}>
      <h2>{t("alarms.edit.watch")}</h2>
      <div className={styles.row}>
        <Field label={t("alarms.edit.name")} required error={form.errorOf("name")}>
          {(control) => <TextInput {...control} {...form.text("name")} maxLength={128} />}
        </Field>
        <Field label={t("alarms.edit.scope")} error={form.errorOf("scope")}>
          {(control) => (
            <Select
              {...control}
              options={scopes}
              value={scope.kind}
              onChange={(kind) =>
                form.set("scope", kind === "device" ? { kind, id: device.id } : kind === "all" ? { kind } : scope)
              }
            />
          )}
        </Field>
        {dataOf(form.values.conditions as Condition[]) !== "fence" && <ChannelField form={form} />}
      </div>
      <Conditions form={form} device={device} />
    </section>
  );
}

const CHANNELS = ["", "0", "1", "2", "3"] as const;

function ChannelField({ form }: { form: Form }) {
  const t = useText();
  const { channel = null } = form.values;
  return (
    <Field label={t("alarms.edit.channel")}>
      {(control) => (
        <Select
          {...control}
          options={CHANNELS.map((value) => ({
            value,
            label: value === "" ? t("alarms.word.anyChannel") : `CAN${Number(value) + 1}`,
          }))}
          value={CHANNELS.find((one) => one === String(channel ?? "")) ?? ""}
          onChange={(value) => form.set("channel", value === "" ? null : Number(value))}
        />
      )}
    </Field>
  );
}

function Conditions({ form, device }: { form: Form; device: Thing }) {
  const t = useText();
  const [isChoosing, setIsChoosing] = useState(false);
  const conditions = form.values.conditions as Condition[];
  const set = (next: Condition[]) => form.set("conditions", next);
  const full = conditions.length >= MAX_CONDITIONS ? t("alarms.edit.most") : undefined;
  const hasSignal = conditions.some(({ kind }) => kind === "signal") ? t("alarms.edit.onlyOne") : undefined;
  const isOnFences = dataOf(conditions) === "fence";
  const alone = isOnFences ? t("alarms.edit.fencesAlone") : undefined;
  // The frame that a new rule begins with gives way.
  const given = conditions.filter((one) => one !== FIRST_FRAME);
  const framed = !isOnFences && given.length > 0 ? t("alarms.edit.fencesAlone") : undefined;
  return (
    <>
      {conditions.map((condition, place) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other name than its place
          key={place}
          place={place}
          condition={condition}
          onChange={(next) => set(conditions.with(place, next))}
          onRemove={conditions.length > 1 ? () => set(conditions.toSpliced(place, 1)) : undefined}
        />
      ))}
      <FieldProblem form={form} field="conditions" />
      <div className={styles.buttons}>
        <Button icon={Plus} denied={alone ?? full} onClick={() => set([...conditions, { ...FIRST_FRAME }])}>
          {t("alarms.edit.addFrame")}
        </Button>
        <Button icon={Plus} denied={alone ?? hasSignal ?? full} onClick={() => setIsChoosing(true)}>
          {t("alarms.edit.addSignal")}
        </Button>
        <Button icon={Plus} denied={framed ?? full} onClick={() => set([...given, FIRST_FENCE])}>
          {t("alarms.edit.addFence")}
        </Button>
        {conditions.length > 1 && (
          <Segmented
            label={t("alarms.edit.connector")}
            options={[
              { value: "and", label: t("alarms.edit.all") },
              { value: "or", label: t("alarms.edit.any") },
            ]}
            value={form.values.connector ?? "and"}
            onChange={(connector) => form.set("connector", connector)}
          />
        )}
      </div>
      <SignalPicker
        device={device}
        open={isChoosing}
        chosen={[]}
        limit={1}
        onChoose={([signal]) => {
          if (!signal) return;
          form.set("channel", signal.channel);
          set([...given, conditionOf(signal)]);
        }}
        onClose={() => setIsChoosing(false)}
      />
    </>
  );
}

function SettleSection({ form }: { form: Form }) {
  const t = useText();
  const isOnFences = dataOf(form.values.conditions as Condition[]) === "fence";
  return (
    <section className={styles.section}>
      <h2>{t("alarms.edit.settle")}</h2>
      <div className={styles.row}>
        <NumberField
          label={t(isOnFences ? "alarms.edit.dwell" : "alarms.edit.hold")}
          read={numberOf}
          value={form.values.hold_s ?? holdSeconds(form.values)}
          onChange={(hold_s) => form.set("hold_s", hold_s)}
        />
        {!isOnFences && (
          <NumberField
            label={t("alarms.edit.recover")}
            read={numberOf}
            value={form.values.recover_s ?? 10}
            onChange={(recover_s) => form.set("recover_s", recover_s)}
          />
        )}
      </div>
      {isOnFences && <p className={styles.hint}>{t("alarms.edit.fenceHint")}</p>}
      <FieldProblem form={form} field="hold_s" />
      <FieldProblem form={form} field="recover_s" />
    </section>
  );
}

function SaySection({ form }: { form: Form }) {
  const t = useText();
  const { level = "ordinary", share = false, recover } = form.values;
  return (
    <section className={styles.section}>
      <h2>{t("alarms.edit.say")}</h2>
      <div className={styles.row}>
        <Field label={t("alarms.edit.level")}>
          {(control) => (
            <Select
              {...control}
              options={RULE_LEVELS.map((value) => ({ value, label: t(`ui.level.${value}`) }))}
              value={level}
              onChange={(value) => form.set("level", value)}
            />
          )}
        </Field>
        <Field label={t("alarms.edit.description")} error={form.errorOf("description")}>
          {(control) => <TextInput {...control} {...form.text("description")} />}
        </Field>
      </div>
      <Checkbox checked={share} onChange={(on) => form.set("share", on)}>
        {t("alarms.edit.share")}
      </Checkbox>
      <Checkbox checked={recover?.notify ?? false} onChange={(notify) => form.set("recover", { ...recover, notify })}>
        {t("alarms.edit.notifyRecover")}
      </Checkbox>
    </section>
  );
}

function FieldProblem({ form, field }: { form: Form; field: keyof RuleValues }) {
  const error = form.errorOf(field);
  return error ? (
    <p role="alert" className={styles.error}>
      {error.text}
    </p>
  ) : null;
}
