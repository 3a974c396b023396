import { ruleErrors } from "@canopy/contract/alarms/errors";
import { type RuleAction, ruleContent } from "@canopy/contract/alarms/rule-content";
import { type AlarmRule, createAlarmRule, updateAlarmRule } from "@canopy/contract/alarms/rules";
import type { Thing } from "@canopy/contract/devices/thing";
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { ComputedDialog } from "../signals/choose/ComputedDialog.tsx";
import { useComputedSignals } from "../signals/choose/use-computed-signals.ts";
import { Button } from "../ui/Button.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { LeaveGuard } from "../ui/form/LeaveGuard.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import { useFormUndo } from "../ui/form/use-form-undo.ts";
import { ActionFields } from "./ActionFields.tsx";
import styles from "./alarms.module.css";
import { BackTestPanel } from "./back-test/BackTestPanel.tsx";
import type { TestAddress } from "./back-test/test-range.ts";
import type { TestWays } from "./back-test/use-back-test.ts";
import { DraftLine } from "./editor/DraftLine.tsx";
import { FieldProblem } from "./editor/FieldProblem.tsx";
import { OverSection } from "./editor/OverSection.tsx";
import { SaySection } from "./editor/SaySection.tsx";
import { SettleSection } from "./editor/SettleSection.tsx";
import { startOfRule, useRuleDraft } from "./editor/use-rule-draft.ts";
import { WatchSection } from "./editor/WatchSection.tsx";
import type { RuleValues } from "./rule-form.ts";
import "./texts.ts";

const SAVE_KEYS = "Ctrl-Enter";

interface RuleEditorProps {
  /** Absent for a new rule. */
  rule?: AlarmRule | undefined;
  /** What a new rule was opened for. */
  filled?: Partial<RuleValues> | undefined;
  /** The device that the editor was opened from. */
  device: Thing;
  /** Who has the draft, and whose labels and types there are. */
  owner: { readonly tenantId: string; readonly userId: string };
  /** Has the range of the back-test. */
  address: TestAddress;
  /** From a firing of the back-test to its data. */
  ways: TestWays;
  onDone(name: string): void;
  onCancel(): void;
}

/** TRG-01: a trigger rule, from what it watches to whom it tells. Without its draft it begins anew. */
export function RuleEditor(props: RuleEditorProps) {
  const [round, setRound] = useState(0);
  return <RuleDesk key={round} {...props} onAnew={() => setRound(round + 1)} />;
}

function RuleDesk(props: RuleEditorProps & { onAnew(): void }) {
  const { rule, filled, device, owner, address, ways, onDone, onCancel, onAnew } = props;
  const t = useText();
  const enabled = useRef(rule?.enabled ?? false);
  const mayLeave = useRef(false);
  const [start] = useState(() => startOfRule({ rule, filled, thingsId: device.id, userId: owner.userId }));
  const form = useContractForm(ruleContent, {
    initial: start.values,
    fieldOfCode: {
      [ruleErrors.ruleNameTaken.code]: "name",
      [ruleErrors.conditionSignalUnknown.code]: "conditions",
      [ruleErrors.conditionComputedUnknown.code]: "conditions",
      [ruleErrors.conditionComputedNotLive.code]: "conditions",
      [ruleErrors.ruleFleet.code]: "scope",
    },
    submit: async (content) => {
      const body = { ...content, enabled: enabled.current };
      if (rule) await api(updateAlarmRule, { params: { rule_id: rule.rule_id }, body });
      else await api(createAlarmRule, { body });
      draft.discard();
      mayLeave.current = true;
      onDone(content.name);
    },
  });
  const [isComputing, setIsComputing] = useState(false);
  const { computed, save, remove } = useComputedSignals();
  const draft = useRuleDraft(start, form.values);
  useFormUndo(form.values, form.replace);
  const onDiscard = () => {
    draft.discard();
    onAnew();
  };
  return (
    <div className={styles.desk}>
      <form className={styles.editor} onSubmit={form.onSubmit} onKeyDown={submitWithKeys} noValidate>
        <DraftLine keptAtMs={draft.keptAtMs} secrets={draft.secrets} onDiscard={onDiscard} />
        <FormAlert text={form.formError} />
        <WatchSection form={form} device={device} tenantId={owner.tenantId} onComputed={() => setIsComputing(true)} />
        <SettleSection form={form} />
        <SaySection form={form} device={device} />
        <section className={styles.section}>
          <h2>{t("alarms.edit.do")}</h2>
          <ActionFields
            actions={(form.values.actions ?? []) as RuleAction[]}
            tested={testedRule(form.values, rule?.rule_id, device.name)}
            device={device}
            onChange={(actions) => form.set("actions", actions)}
          />
          <FieldProblem error={form.errorOf("actions")} />
        </section>
        <OverSection form={form} />
        <SaveButtons isNew={rule === undefined} busy={form.busy} enabled={enabled} onCancel={onCancel} />
      </form>
      <ComputedDialog
        device={device}
        open={isComputing}
        computed={computed}
        onSave={save}
        onRemove={remove}
        onClose={() => setIsComputing(false)}
      />
      <BackTestPanel device={device} form={form} address={address} ways={ways} />
      <LeaveGuard
        isUnkept={draft.isChanged}
        free={mayLeave}
        asksOnClose={false}
        place={PLACE}
        texts={{
          title: t("alarms.leave.title"),
          text: t("alarms.leave.text"),
          stay: t("ui.action.cancel"),
          drop: t("alarms.leave.discard"),
          keep: t("alarms.leave.keep"),
        }}
        onKeep={draft.keep}
        onDrop={draft.discard}
      />
    </div>
  );
}

function testedRule(
  { name, level = "ordinary", description = "" }: RuleValues,
  ruleId: string | undefined,
  device: string,
) {
  return { ruleId, name, level, description, device };
}

/** Of one rule, or of a new one of a device. */
const PLACE = ["id", "tab", "sub"];

interface SaveButtonsProps {
  isNew: boolean;
  busy: boolean;
  /** Read when the form is submitted. */
  enabled: RefObject<boolean>;
  onCancel(): void;
}

function SaveButtons({ isNew, busy, enabled, onCancel }: SaveButtonsProps) {
  const t = useText();
  const denied = callDenied(isNew ? createAlarmRule : updateAlarmRule);
  const saveOn = () => {
    enabled.current = true;
  };
  const saveOff = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    enabled.current = false;
    currentTarget.form?.requestSubmit();
  };
  return (
    <div className={styles.buttons}>
      <Button onClick={onCancel}>{t("ui.action.cancel")}</Button>
      <Button busy={busy} denied={denied} onClick={saveOff}>
        {t("alarms.edit.saveOff")}
      </Button>
      <Button kind="main" type="submit" busy={busy} denied={denied} title={SAVE_KEYS} onClick={saveOn}>
        {t("alarms.edit.saveOn")}
      </Button>
    </div>
  );
}

/** Ctrl-Enter saves and enables, from any field. Enter alone saves nothing: a rule would go on or off with it. */
function submitWithKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter") return;
  const isSaving = event.ctrlKey || event.metaKey;
  if (!isSaving && !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  if (isSaving && !event.repeat) event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}
