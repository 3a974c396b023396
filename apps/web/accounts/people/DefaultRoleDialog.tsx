import {
  type DefaultRole,
  defaultRole,
  getDefaultRole,
  setDefaultRole,
  TENANT_LEVELS,
} from "@canopy/contract/accounts/sub-users";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { LevelField } from "./SubUserDialog.tsx";

/** USR-10: what a new sub-user gets. */
export function DefaultRoleDialog({ onClose }: { onClose(): void }) {
  const t = useText();
  const query = useQuery({
    queryKey: [getDefaultRole.name],
    queryFn: async ({ signal }) => (await api(getDefaultRole, {}, { signal })).data,
  });
  if (query.data) return <RoleForm role={query.data} onClose={onClose} />;
  return (
    <Dialog open title={t("accounts.people.default")} onClose={onClose}>
      {query.error ? (
        <FailedState
          title={t("accounts.people.defaultFailed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton rows={2} columns={1} />
      )}
    </Dialog>
  );
}

function RoleForm({ role, onClose }: { role: DefaultRole; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const form = useContractForm(defaultRole, {
    initial: role,
    submit: async (body) => {
      const { message } = await api(setDefaultRole, { body });
      addNote({ tone: "done", text: message });
      await client.invalidateQueries({ queryKey: [getDefaultRole.name] });
      onClose();
    },
  });
  const levels = TENANT_LEVELS.map((level) => ({ value: level, label: t(`accounts.people.level.${level}`) }));
  return (
    <FormDialog
      title={t("accounts.people.default")}
      action={t("accounts.people.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <LevelField value={form.values.tenant_level ?? "read"} onChange={(level) => form.set("tenant_level", level)} />
      <Field label={t("accounts.people.defaultDevices")}>
        {() => (
          <Segmented
            label={t("accounts.people.defaultDevices")}
            options={levels}
            value={form.values.device_level ?? "none"}
            onChange={(level) => form.set("device_level", level)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
