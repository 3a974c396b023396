import { fieldErrors } from "@canopy/contract/accounts/errors";
import {
  changeEmail,
  changePhone,
  emailChange,
  getProfile,
  type Profile,
  phoneChange,
} from "@canopy/contract/accounts/personal";
import { newEmail, newMobile } from "@canopy/contract/accounts/rules";
import { CODE_BY_EMAIL, CODE_BY_PHONE, sendVerificationCode } from "@canopy/contract/accounts/verification-codes";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { CodeField } from "../sign-in/CodeField.tsx";
import { useSendCode } from "../sign-in/use-send-code.ts";
import styles from "./personal.module.css";

const KINDS = {
  phone: {
    schema: phoneChange,
    call: changePhone,
    way: {
      rule: newMobile,
      send: (destination: string) =>
        api(sendVerificationCode, { body: { type: CODE_BY_PHONE, destination, purpose: "modify" } }),
    },
    title: "accounts.personal.changePhone",
    label: "accounts.personal.newPhone",
    fieldOfCode: { [fieldErrors.phoneExists.code]: "destination" },
  },
  email: {
    schema: emailChange,
    call: changeEmail,
    way: {
      rule: newEmail,
      send: (destination: string) =>
        api(sendVerificationCode, { body: { type: CODE_BY_EMAIL, destination, purpose: "modify" } }),
    },
    title: "accounts.personal.changeEmail",
    label: "accounts.personal.newEmail",
    fieldOfCode: { [fieldErrors.emailExists.code]: "destination" },
  },
} as const;
type Kind = keyof typeof KINDS;

/** ACC-24: a code goes to the new one, a note to the old. */
export function ContactBlock({ profile }: { profile: Profile }) {
  const t = useText();
  const [open, setOpen] = useState<Kind>();
  return (
    <>
      <dl className={styles.facts}>
        {(["phone", "email"] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(`accounts.personal.${kind}`)}</dt>
            <dd>
              {profile[kind] || t("accounts.personal.none")}
              <Button aria-label={t(KINDS[kind].title)} onClick={() => setOpen(kind)}>
                {t("accounts.personal.change")}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {open && <ContactDialog kind={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function ContactDialog({ kind, onClose }: { kind: Kind; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const { schema, call, way, title, label, fieldOfCode } = KINDS[kind];
  const sending = useSendCode(way);
  const form = useContractForm(schema, {
    initial: { destination: "", verification_code: "" },
    fieldOfCode,
    submit: async (body) => {
      const { message } = await api(call, { body });
      addNote({ tone: "done", text: message });
      await client.invalidateQueries({ queryKey: [getProfile.name] });
      onClose();
    },
  });
  const atField = sending.phoneProblem ? { text: sending.phoneProblem } : undefined;
  return (
    <FormDialog
      title={t(title)}
      action={t("accounts.personal.save")}
      busy={form.busy}
      error={form.formError ?? sending.formProblem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={t(label)} error={form.errorOf("destination") ?? atField} required>
        {(control) => (
          <TextInput
            {...control}
            {...form.text("destination")}
            onChange={(typed) => {
              sending.forget();
              form.set("destination", kind === "phone" ? typed.replace(/\D/g, "") : typed.trim());
            }}
            autoFocus
            type={kind === "phone" ? "tel" : "email"}
            autoComplete={kind === "phone" ? "tel-national" : "email"}
            maxLength={kind === "phone" ? 20 : 254}
          />
        )}
      </Field>
      <CodeField
        {...(kind === "email" && { label: t("accounts.personal.emailCode") })}
        required
        text={form.text("verification_code")}
        error={form.errorOf("verification_code")}
        note={sending.sent ? t("accounts.signIn.codeSent") : undefined}
        sending={sending.busy}
        waitSeconds={sending.waitSeconds}
        onSend={() => sending.send(form.values.destination)}
      />
    </FormDialog>
  );
}
