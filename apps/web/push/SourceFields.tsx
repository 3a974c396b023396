import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import { EVENT_KINDS, PUSH_KINDS, type PushKind } from "@canopy/contract/push/source";
import { NumberField } from "../alarms/NumberField.tsx";
import { numberOf } from "../alarms/rule-form.ts";
import { useText } from "../platform/i18n.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import layout from "../ui/layout.module.css";
import { LevelMark } from "../ui/marks/LevelMark.tsx";
import { EveryField } from "./EveryField.tsx";
import styles from "./push.module.css";
import type { EventValues, PushForm, SourceValues } from "./push-form.ts";
import { SignalFields } from "./SignalFields.tsx";

const FIRST: Record<PushKind, SourceValues> = {
  signals: { kind: "signals", signals: [], mode: "interval", every_s: 10, filters: [] },
  positions: { kind: "positions", every_s: 10, moved_m: 0 },
  events: { kind: "events", kinds: [...EVENT_KINDS], levels: [...RULE_LEVELS] },
  files: { kind: "files", name_contains: "" },
};

/** What is forwarded, with the fields of its kind. */
export function SourceFields({ form }: { form: PushForm }) {
  const t = useText();
  const { source } = form.values;
  const set = (next: SourceValues) => form.set("source", next);
  return (
    <>
      <Field label={t("push.form.source")} error={form.errorOf("source")}>
        {() => (
          <Segmented
            label={t("push.form.source")}
            options={PUSH_KINDS.map((value) => ({ value, label: t(`push.kind.${value}`) }))}
            value={source.kind}
            onChange={(kind) => set(FIRST[kind])}
          />
        )}
      </Field>
      {source.kind === "signals" && <SignalFields source={source} scope={form.values.scope} onChange={set} />}
      {source.kind === "positions" && (
        <div className={styles.row}>
          <EveryField value={source.every_s} onChange={(every_s) => set({ ...source, every_s })} />
          <NumberField
            label={t("push.form.moved")}
            read={numberOf}
            value={source.moved_m}
            onChange={(moved_m) => set({ ...source, moved_m })}
          />
        </div>
      )}
      {source.kind === "events" && <EventFields source={source} onChange={set} />}
      {source.kind === "files" && (
        <Field label={t("push.form.fileName")}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={64}
              value={source.name_contains ?? ""}
              onChange={(name_contains) => set({ ...source, name_contains })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function EventFields({ source, onChange }: { source: EventValues; onChange(source: EventValues): void }) {
  const t = useText();
  const levels = source.levels ?? [...RULE_LEVELS];
  const toggled = <T extends string>(list: readonly T[], one: T, on: boolean): T[] =>
    on ? [...list, one] : list.filter((other) => other !== one);
  return (
    <>
      <fieldset className={layout.ticks}>
        <legend>{t("push.form.events")}</legend>
        {EVENT_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            checked={source.kinds.includes(kind)}
            onChange={(on) => onChange({ ...source, kinds: toggled(source.kinds, kind, on) })}
          >
            {t(`push.event.${kind}`)}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={layout.ticks}>
        <legend>{t("push.form.levels")}</legend>
        {RULE_LEVELS.map((level) => (
          <Checkbox
            key={level}
            checked={levels.includes(level)}
            onChange={(on) => onChange({ ...source, levels: toggled(levels, level, on) })}
          >
            <LevelMark level={level} />
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}
