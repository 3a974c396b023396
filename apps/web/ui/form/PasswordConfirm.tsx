import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "./Field.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { PasswordInput } from "./PasswordInput.tsx";

interface PasswordConfirmProps {
  open: boolean;
  title: string;
  /** Why the password is asked, and what follows. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  busy?: boolean;
  /** What the server said, such as "wrong password". */
  error?: string | undefined;
  onConfirm(password: string): void;
  onClose(): void;
}

export function PasswordConfirm(props: PasswordConfirmProps) {
  return props.open ? <OpenPasswordConfirm {...props} /> : null;
}

function OpenPasswordConfirm(props: PasswordConfirmProps) {
  const { title, children, action, danger, busy, error, onConfirm, onClose } = props;
  const t = useText();
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const empty = tried && password === "" ? t("ui.confirm.passwordEmpty") : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password !== "" && !busy) onConfirm(password);
  };
  return (
    <FormDialog title={title} onClose={onClose} action={action} danger={danger} busy={busy} onSubmit={submit}>
      <div>{children}</div>
      <Field label={t("ui.confirm.password")} error={empty ?? error}>
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" value={password} onChange={setPassword} />
        )}
      </Field>
    </FormDialog>
  );
}
