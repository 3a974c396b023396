import {
  createStrategy,
  MAX_STRATEGY_SIGNALS,
  STRATEGY_PREFIX,
  type Strategy,
  strategyContent,
  updateStrategy,
} from "@canopy/contract/signals/strategies";
import { strategyErrors } from "@canopy/contract/signals/strategy-errors";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { SignalChoice } from "../choose/SignalChoice.tsx";
import { useDbcFiles, useParsedDbc } from "../dbc/dbc-library.ts";
import styles from "./strategies.module.css";
import "./strategy-texts.ts";

interface StrategyDialogProps {
  /** Absent for a new strategy. */
  strategy?: Strategy | undefined;
  onDone(name: string): void;
  onClose(): void;
}

/** DBC-02 */
export function StrategyDialog({ strategy, onDone, onClose }: StrategyDialogProps) {
  const t = useText();
  const files = useDbcFiles();
  const usable = files.data?.filter(({ state }) => state === "ready") ?? [];
  const form = useContractForm(strategyContent, {
    initial: {
      name: strategy?.name ?? STRATEGY_PREFIX,
      nickname: strategy?.nickname ?? "",
      remark: strategy?.remark ?? "",
      dbc_id: strategy?.dbc_id ?? usable[0]?.dbc_id ?? "",
      signals: strategy?.signals ?? [],
    },
    fieldOfCode: {
      [strategyErrors.strategyNameTaken.code]: "name",
      [strategyErrors.strategySignals.code]: "signals",
      [strategyErrors.strategySignalUnknown.code]: "signals",
    },
    submit: async ({ dbc_id, ...content }) => {
      if (strategy) await api(updateStrategy, { params: { strategy_id: strategy.strategy_id }, body: content });
      else await api(createStrategy, { body: { ...content, dbc_id } });
      onDone(content.name);
    },
  });
  const parsed = useParsedDbc(form.values.dbc_id);
  const title = t(strategy ? "signals.strategies.edit" : "signals.strategies.create");
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      width={680}
      action={t("signals.strategies.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <div className={styles.pair}>
        <Field
          label={t("signals.strategies.name")}
          hint={t("signals.strategies.nameHint")}
          error={form.errorOf("name")}
          required
        >
          {(control) => <TextInput {...control} {...form.text("name")} mono autoComplete="off" spellCheck={false} />}
        </Field>
        <Field label={t("signals.strategies.nickname")} error={form.errorOf("nickname")}>
          {(control) => <TextInput {...control} {...form.text("nickname")} dir="auto" autoComplete="off" />}
        </Field>
        <Field label={t("signals.strategies.remark")} error={form.errorOf("remark")}>
          {(control) => <TextInput {...control} {...form.text("remark")} dir="auto" autoComplete="off" />}
        </Field>
        <Field label={t("signals.strategies.dbc")} error={form.errorOf("dbc_id")} required>
          {(control) => (
            <Select
              {...control}
              name="dbc_id"
              disabled={strategy !== undefined}
              options={usable.map(({ dbc_id, name }) => ({ value: dbc_id, label: name }))}
              value={form.values.dbc_id}
              onChange={(dbc_id) => {
                form.set("dbc_id", dbc_id);
                form.set("signals", []);
              }}
            />
          )}
        </Field>
      </div>
      <Field
        label={t("signals.strategies.chosen", { count: form.values.signals.length, limit: MAX_STRATEGY_SIGNALS })}
        error={form.errorOf("signals")}
        required
      >
        {(control) => (
          <fieldset id={control.id} className={layout.ticks} aria-describedby={control["aria-describedby"]}>
            {parsed.isPending && <Skeleton rows={4} columns={2} />}
          </fieldset>
        )}
      </Field>
      {parsed.data && (
        <SignalChoice
          dbc={parsed.data.dbc}
          chosen={form.values.signals}
          onChange={(signals) => form.set("signals", signals)}
        />
      )}
    </FormDialog>
  );
}
