import type { RuleScope } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { useQuery } from "@tanstack/react-query";
import { useText } from "../../platform/i18n.ts";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { mayWatch } from "../rules/rule-rights.ts";
import { scopesQuery } from "../search/search-queries.ts";
import styles from "./editor.module.css";
import "../texts.ts";

const KINDS = ["device", "label", "type", "all"] as const;

interface ScopeFieldsProps {
  scope: RuleScope;
  /** The device that "this device" means. */
  device: Thing;
  tenantId: string;
  error: FieldError | undefined;
  onChange(scope: RuleScope): void;
}

/** TRG-01: this device, or for a manager the devices of a label or type, or all; with how many they are. */
export function ScopeFields({ scope, device, tenantId, error, onChange }: ScopeFieldsProps) {
  const t = useText();
  const { data } = useQuery(scopesQuery(tenantId));
  const sets = { label: data?.labels ?? [], type: data?.types ?? [] };
  const choose = (kind: RuleScope["kind"]) => {
    if (kind === "device") onChange({ kind, id: device.id });
    else if (kind === "all") onChange({ kind });
    else onChange({ kind, id: sets[kind][0]?.id ?? "" });
  };
  const hasSome = (kind: RuleScope["kind"]) => !(kind in sets) || sets[kind as "label"].length > 0;
  const kinds = KINDS.filter((kind) => kind === scope.kind || (mayWatch(kind) && hasSome(kind)));
  return (
    <div className={styles.scope}>
      <Field label={t("alarms.edit.scope")} error={error}>
        {() => (
          <Segmented
            label={t("alarms.edit.scope")}
            options={kinds.map((value) => ({ value, label: t(`alarms.scope.${value}`) }))}
            value={scope.kind}
            onChange={choose}
          />
        )}
      </Field>
      {(scope.kind === "label" || scope.kind === "type") && (
        <Field
          label={t(`alarms.scope.${scope.kind}`)}
          hint={t("alarms.edit.appliesTo", { count: countOf(sets[scope.kind], scope.id) })}
        >
          {(control) => (
            <Select<string>
              {...control}
              options={sets[scope.kind].map(({ id, name }) => ({ value: id, label: name }))}
              value={scope.id}
              onChange={(id) => onChange({ kind: scope.kind, id })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

const countOf = (sets: readonly { id: string; things_num: number }[], id: string) =>
  sets.find((set) => set.id === id)?.things_num ?? 0;
