import type { Condition } from "@canopy/contract/alarms/conditions";
import { dataOf, MAX_CONDITIONS } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { useComputedSignals } from "../../signals/choose/use-computed-signals.ts";
import { Button } from "../../ui/Button.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import styles from "../alarms.module.css";
import { ConditionFields } from "../ConditionFields.tsx";
import { busConditionOf, computedConditionOf, FIRST_FENCE, FIRST_FRAME, type RuleForm } from "../rule-form.ts";
import { useFirstCondition } from "../use-condition-signal.ts";
import { FieldProblem } from "./FieldProblem.tsx";
import "../texts.ts";

interface ConditionsProps {
  form: RuleForm;
  device: Thing;
  /** Opens the computed signals. */
  onComputed(): void;
}

/** TRG-01: at most five conditions, one of them on a signal, be it one of a DBC or a computed one. */
export function Conditions({ form, device, onComputed }: ConditionsProps) {
  const t = useText();
  const [isChoosing, setIsChoosing] = useState(false);
  const conditions = form.values.conditions as Condition[];
  const set = (next: Condition[]) => form.set("conditions", next);
  /** A computed signal brings the channel of its first input along. */
  const put = (next: Condition[], changed: Condition) => {
    const chosen = changed.kind === "computed" && computed.find(({ name }) => name === changed.computed);
    if (chosen) form.set("channel", chosen.inputs[0]?.signal.channel ?? null);
    set(next);
  };
  const given = givenOf(conditions);
  const { computed } = useComputedSignals();
  const first = useFirstCondition();
  return (
    <>
      {conditions.map((condition, place) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other name than its place
          key={place}
          place={place}
          condition={condition}
          onChange={(next) => put(conditions.with(place, next), next)}
          onRemove={conditions.length > 1 ? () => set(conditions.toSpliced(place, 1)) : undefined}
        />
      ))}
      <FieldProblem error={form.errorOf("conditions")} />
      <div className={styles.buttons}>
        <AddButtons
          conditions={conditions}
          onAdd={set}
          onSignal={() => setIsChoosing(true)}
          onComputed={() => {
            const [one] = computed;
            if (!one) return onComputed();
            const next = computedConditionOf(one.name);
            put([...given, next], next);
          }}
        />
        {conditions.length > 1 && <Connector form={form} />}
      </div>
      {conditions.some(isOnSignal) && (
        <p className={styles.hint}>
          {t("alarms.edit.onlyOne")}:{" "}
          <Button kind="link" onClick={onComputed}>
            {t("alarms.edit.combine")}
          </Button>
        </p>
      )}
      <SignalPicker
        device={device}
        open={isChoosing}
        chosen={[]}
        limit={1}
        onChoose={([signal]) => {
          if (!signal) return;
          form.set("channel", signal.channel);
          set([...given, first(signal)]);
        }}
        onClose={() => setIsChoosing(false)}
      />
    </>
  );
}

const isOnSignal = ({ kind }: Condition): boolean => kind === "signal" || kind === "computed";

/** The frame that a new rule begins with gives way. */
const givenOf = (conditions: readonly Condition[]) => conditions.filter((one) => one !== FIRST_FRAME);

interface AddButtonsProps {
  conditions: readonly Condition[];
  onAdd(conditions: Condition[]): void;
  onSignal(): void;
  onComputed(): void;
}

function AddButtons({ conditions, onAdd, onSignal, onComputed }: AddButtonsProps) {
  const t = useText();
  const full = conditions.length >= MAX_CONDITIONS ? t("alarms.edit.most") : undefined;
  const hasSignal = conditions.some(isOnSignal) ? t("alarms.edit.onlyOne") : undefined;
  const data = dataOf(conditions);
  const given = givenOf(conditions);
  const alone = { fence: t("alarms.edit.fencesAlone"), bus: t("alarms.edit.busAlone") };
  const unlike = data === "fence" || data === "bus" ? alone[data] : undefined;
  const notAlone = (wanted: "fence" | "bus") => (data !== wanted && given.length > 0 ? alone[wanted] : undefined);
  return (
    <>
      <Button icon={Plus} denied={unlike ?? full} onClick={() => onAdd([...conditions, { ...FIRST_FRAME }])}>
        {t("alarms.edit.addFrame")}
      </Button>
      <Button icon={Plus} denied={unlike ?? hasSignal ?? full} onClick={onSignal}>
        {t("alarms.edit.addSignal")}
      </Button>
      <Button icon={Plus} denied={unlike ?? hasSignal ?? full} onClick={onComputed}>
        {t("alarms.edit.addComputed")}
      </Button>
      <Button icon={Plus} denied={notAlone("fence") ?? full} onClick={() => onAdd([...given, FIRST_FENCE])}>
        {t("alarms.edit.addFence")}
      </Button>
      <Button icon={Plus} denied={notAlone("bus") ?? full} onClick={() => onAdd([...given, busConditionOf("load")])}>
        {t("alarms.edit.addBus")}
      </Button>
    </>
  );
}

function Connector({ form }: { form: RuleForm }) {
  const t = useText();
  return (
    <Segmented
      label={t("alarms.edit.connector")}
      options={[
        { value: "and", label: t("alarms.edit.all") },
        { value: "or", label: t("alarms.edit.any") },
      ]}
      value={form.values.connector ?? "and"}
      onChange={(connector) => form.set("connector", connector)}
    />
  );
}
