import { MAX_PUSH_DEVICES, type PushScope } from "@canopy/contract/push/source";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceChoicesQuery } from "../alarms/device-choices.ts";
import { scopesQuery } from "../alarms/search/search-queries.ts";
import { useText } from "../platform/i18n.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field, type FieldError } from "../ui/form/Field.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import styles from "./push.module.css";

const KINDS = ["all", "devices", "label", "type"] as const;

interface ScopeFieldsProps {
  scope: PushScope;
  error: FieldError | undefined;
  tenantId: string;
  onScope(scope: PushScope): void;
}

/** All devices, some, or those of a label or type. */
export function ScopeFields({ scope, error, tenantId, onScope: set }: ScopeFieldsProps) {
  const t = useText();
  const { data } = useQuery(scopesQuery(tenantId));
  const sets = { label: data?.labels ?? [], type: data?.types ?? [] };
  const choose = (kind: PushScope["kind"]) => {
    if (kind === "all") set({ kind });
    else if (kind === "devices") set({ kind, ids: [] });
    else set({ kind, id: sets[kind][0]?.id ?? "" });
  };
  const kinds = KINDS.filter(
    (kind) => kind === scope.kind || kind === "all" || kind === "devices" || sets[kind].length > 0,
  );
  return (
    <>
      <Field label={t("push.form.scope")} error={error}>
        {() => (
          <Segmented
            label={t("push.form.scope")}
            options={kinds.map((value) => ({ value, label: t(`push.scope.${value}`) }))}
            value={scope.kind}
            onChange={choose}
          />
        )}
      </Field>
      {(scope.kind === "label" || scope.kind === "type") && (
        <Field label={t(`push.scope.${scope.kind}`)}>
          {(control) => (
            <Select<string>
              {...control}
              options={sets[scope.kind].map(({ id, name }) => ({ value: id, label: name }))}
              value={scope.id}
              onChange={(id) => set({ kind: scope.kind, id })}
            />
          )}
        </Field>
      )}
      {scope.kind === "devices" && <DeviceTicks ids={scope.ids} onChange={(ids) => set({ kind: "devices", ids })} />}
    </>
  );
}

function DeviceTicks({ ids, onChange }: { ids: readonly string[]; onChange(ids: string[]): void }) {
  const t = useText();
  const [search, setSearch] = useState("");
  const { data } = useQuery(deviceChoicesQuery(search));
  const toggle = (id: string, on: boolean) => {
    const others = ids.filter((one) => one !== id);
    onChange(on && others.length < MAX_PUSH_DEVICES ? [...others, id] : others);
  };
  return (
    <div className={styles.fields}>
      <SearchInput label={t("push.form.findDevice")} value={search} onChange={setSearch} />
      <fieldset className={styles.devices} aria-label={t("push.scope.some", { count: ids.length })}>
        {data?.list.map(({ id, name }) => (
          <div key={id}>
            <Checkbox checked={ids.includes(id)} onChange={(on) => toggle(id, on)}>
              {name}
            </Checkbox>
          </div>
        ))}
        {data?.list.length === 0 && t("push.form.noDevice")}
      </fieldset>
    </div>
  );
}
