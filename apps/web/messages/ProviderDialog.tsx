import {
  PROVIDER_KINDS,
  type ProviderField,
  providerErrors,
  providerFields,
  setProvider,
} from "@canopy/contract/messages/providers";
import { CallError } from "@canopy/contract/platform/http-call";
import { type FormEvent, useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { type ControlProps, Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { PasswordInput } from "../ui/form/PasswordInput.tsx";
import { Select } from "../ui/form/Select.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { fieldText, kindText, type ProviderRow } from "./ProviderCard.tsx";

interface ProviderDialogProps {
  provider: ProviderRow;
  onSaved(): void;
  onClose(): void;
}

const DEFAULTS: Readonly<Record<string, string>> = { port: "465", security: "tls", region: "ap-guangzhou" };

/** The fields follow the kind; the secret is written, never shown. */
export function ProviderDialog({ provider, onSaved, onClose }: ProviderDialogProps) {
  const t = useText();
  const { channel } = provider;
  const kinds = Object.keys(PROVIDER_KINDS[channel]);
  const [kind, setKind] = useState(provider.provider ?? kinds[0] ?? "");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ ...DEFAULTS, ...provider.settings });
  const [secret, setSecret] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ field: string | undefined; text: string }>();
  const fields = providerFields(channel, kind) ?? [];
  const isKept = provider.has_secret && provider.provider === kind && !provider.is_from_environment;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const own = Object.fromEntries(fields.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));
    try {
      await api(setProvider, {
        params: { channel },
        body: { provider: kind, settings: own, ...(secret && { secret }) },
      });
      addNote({ tone: "done", text: t("messages.providers.saved") });
      onSaved();
    } catch (thrown) {
      const isOfField = thrown instanceof CallError && thrown.code === providerErrors.providerInvalid.code;
      setProblem({ field: isOfField ? thrown.body.field : undefined, text: troubleOf(thrown).text });
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (name: string) => (problem?.field === name ? t("messages.providers.wrong") : undefined);
  return (
    <FormDialog
      title={t("messages.providers.title", { channel: t(`messages.outbox.channel.${channel}`) })}
      onClose={onClose}
      action={t("messages.providers.save")}
      busy={busy}
      error={problem && problem.field === undefined ? problem.text : undefined}
      onSubmit={(event) => void save(event)}
    >
      {kinds.length > 1 && (
        <Field label={t("messages.providers.kind")} required>
          {(control) => (
            <Select
              {...control}
              options={kinds.map((value) => ({ value, label: t(kindText(value)) }))}
              value={kind}
              onChange={setKind}
            />
          )}
        </Field>
      )}
      {fields.map((field) => (
        <Field
          key={field.name}
          label={t(fieldText(field.name))}
          required={!field.isOptional}
          error={errorOf(field.name)}
        >
          {(control) => (
            <ProviderControl
              {...control}
              field={field}
              value={values[field.name] ?? ""}
              onChange={(value) => setValues({ ...values, [field.name]: value })}
            />
          )}
        </Field>
      ))}
      <Field
        label={t(`messages.providers.secret.${channel === "email" ? "password" : "key"}`)}
        hint={isKept ? t("messages.providers.secretKept") : undefined}
        error={errorOf("secret")}
        required={!isKept && channel !== "email"}
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" value={secret} onChange={setSecret} maxLength={500} />
        )}
      </Field>
    </FormDialog>
  );
}

interface ProviderControlProps extends ControlProps {
  field: ProviderField;
  value: string;
  onChange(value: string): void;
}

function ProviderControl({ field, value, onChange, ...control }: ProviderControlProps) {
  const t = useText();
  if (!field.options) return <TextInput {...control} value={value} onChange={onChange} maxLength={200} />;
  const options = field.options.map((option) => ({
    value: option,
    label: t(`messages.providers.security.${option}` as "messages.providers.security.tls"),
  }));
  return <Select {...control} options={options} value={value} onChange={onChange} />;
}
