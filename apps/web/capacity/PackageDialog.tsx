import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { setTenantPackage, tenantPackage } from "@canopy/contract/capacity/operating";
import { DEFAULT_PACKAGE, LIMIT_NAMES, type LimitName, type PackageContent } from "@canopy/contract/capacity/package";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { formatNumber } from "../platform/formats.ts";
import { useLanguage, useText } from "../platform/i18n.ts";
import { Dialog } from "../ui/float/Dialog.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { Switch } from "../ui/form/Switch.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import styles from "./capacity.module.css";
import { changeOf, draftOf, isBadLimit, type PackageDraft } from "./package-draft.ts";
import "./texts.ts";

interface PackageDialogProps {
  tenant: { id: string; name: string };
  onClose(): void;
}

/** CAP-01: every limit of a tenant's package, set by the system manager. */
export function PackageDialog({ tenant, onClose }: PackageDialogProps) {
  const t = useText();
  const query = useQuery({
    queryKey: [tenantPackage.name, tenant.id],
    queryFn: ({ signal }) => api(tenantPackage, { params: { tenant_id: tenant.id } }, { signal }),
    // What is typed is not overwritten.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.data) return <PackageForm tenant={tenant} content={query.data.content} onClose={onClose} />;
  return (
    <Dialog open title={t("capacity.package.title", { tenant: tenant.name })} onClose={onClose}>
      {query.error ? (
        <FailedState
          title={t("capacity.dialog.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton rows={6} columns={2} />
      )}
    </Dialog>
  );
}

function PackageForm({ tenant, content, onClose }: PackageDialogProps & { content: PackageContent }) {
  const t = useText();
  const [draft, setDraft] = useState(() => draftOf(content));
  const save = useMutation({
    mutationFn: () =>
      api(setTenantPackage, { params: { tenant_id: tenant.id }, body: { content: changeOf(draft, content) } }),
    onSuccess: () => {
      addNote({ tone: "done", text: t("capacity.package.saved") });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!LIMIT_NAMES.some((name) => isBadLimit(draft.limits[name]))) save.mutate();
  };
  return (
    <FormDialog
      title={t("capacity.package.title", { tenant: tenant.name })}
      width={640}
      action={t("capacity.package.save")}
      busy={save.isPending}
      error={save.error ? troubleOf(save.error).text : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.waiting}>{t("capacity.package.none")}</p>
      <div className={styles.limits}>
        {LIMIT_NAMES.map((name) => (
          <LimitField key={name} name={name} draft={draft} onDraft={setDraft} />
        ))}
      </div>
      <Field label={t("capacity.package.twins")}>
        {({ id }) => <Switch id={id} checked={draft.twins} onChange={(twins) => setDraft({ ...draft, twins })} />}
      </Field>
      <Field label={t("capacity.package.quick")}>
        {(control) => (
          <TextArea
            {...control}
            mono
            rows={3}
            value={draft.quickDeletes}
            onChange={(quickDeletes) => setDraft({ ...draft, quickDeletes })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

interface LimitFieldProps {
  name: LimitName;
  draft: PackageDraft;
  onDraft(draft: PackageDraft): void;
}

function LimitField({ name, draft, onDraft }: LimitFieldProps) {
  const t = useText();
  const language = useLanguage();
  const standard = DEFAULT_PACKAGE[name];
  const value = standard === null ? t("capacity.tile.unlimited") : formatNumber(standard);
  return (
    <Field
      label={LIMIT_TEXTS[name][language]}
      hint={t("capacity.package.default", { value })}
      error={isBadLimit(draft.limits[name]) ? t("capacity.package.bad") : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={draft.limits[name]}
          onChange={(text) => onDraft({ ...draft, limits: { ...draft.limits, [name]: text } })}
        />
      )}
    </Field>
  );
}
