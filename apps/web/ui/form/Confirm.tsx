import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "./Field.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { PasswordInput } from "./PasswordInput.tsx";
import { TextInput } from "./TextInput.tsx";

interface ConfirmProps {
  open: boolean;
  title: string;
  /** What will be lost, in full sentences with numbers. */
  children: ReactNode;
  /** The word of the button that does it. */
  action: string;
  /** What must be typed, such as the device's ID. */
  word?: string | undefined;
  /** Asks for the password of the account, which `onConfirm` is given. */
  asksPassword?: boolean;
  busy?: boolean | undefined;
  /** What the server said. */
  error?: string | undefined;
  onConfirm(password: string): void;
  onClose(): void;
}

/** One dialog, four strengths: plain, typed word, password, both. The button stays enabled and explains what is missing. */
export function Confirm(props: ConfirmProps) {
  return props.open ? <OpenConfirm {...props} /> : null;
}

function OpenConfirm(props: ConfirmProps) {
  const { title, children, action, word, asksPassword = false, busy = false, error } = props;
  const t = useText();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const differs = word !== undefined && typed.trim() !== word;
  const isEmpty = asksPassword && password === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!differs && !isEmpty && !busy) props.onConfirm(password);
  };
  return (
    <FormDialog
      title={title}
      onClose={props.onClose}
      action={action}
      danger
      busy={busy}
      error={asksPassword ? undefined : error}
      leaves="freely"
      onSubmit={submit}
    >
      <div>{children}</div>
      {word !== undefined && (
        <Field
          label={t("ui.confirm.typeWord", { word })}
          error={tried && differs ? t("ui.confirm.wordDiffers", { word }) : undefined}
        >
          {(control) => (
            <TextInput {...control} mono autoComplete="off" spellCheck={false} value={typed} onChange={setTyped} />
          )}
        </Field>
      )}
      {asksPassword && (
        <Field label={t("ui.confirm.password")} error={tried && isEmpty ? t("ui.confirm.passwordEmpty") : error}>
          {(control) => (
            <PasswordInput {...control} autoComplete="current-password" value={password} onChange={setPassword} />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
