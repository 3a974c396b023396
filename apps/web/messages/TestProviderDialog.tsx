import { type ProvidedChannel, testProvider } from "@canopy/contract/messages/providers";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";

interface TestProviderDialogProps {
  channel: ProvidedChannel;
  onClose(): void;
}

export function TestProviderDialog({ channel, onClose }: TestProviderDialogProps) {
  const t = useText();
  const form = useContractForm(testProvider.body, {
    initial: { to: "" },
    submit: async (body) => {
      await api(testProvider, { params: { channel }, body });
      addNote({ tone: "done", text: t("messages.providers.tested") });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("messages.providers.test")}
      onClose={onClose}
      action={t("messages.notices.sendNow")}
      busy={form.busy}
      error={form.formError}
      leaves="freely"
      onSubmit={form.onSubmit}
    >
      <Field
        label={t(`messages.providers.destination.${channel === "email" ? "email" : "phone"}`)}
        error={form.errorOf("to")}
        required
      >
        {(control) => <TextInput {...control} {...form.text("to")} />}
      </Field>
    </FormDialog>
  );
}
