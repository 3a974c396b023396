import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "./Field.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { TextInput } from "./TextInput.tsx";

interface TypedConfirmProps {
  open: boolean;
  title: string;
  /** What will be lost, in full sentences. */
  children: ReactNode;
  /** What must be typed, such as the device's ID. */
  word: string;
  action: string;
  busy?: boolean;
  /** What the server said. */
  error?: string | undefined;
  onConfirm(): void;
  onClose(): void;
}

/** For what cannot be undone. The button stays enabled and explains what is missing. */
export function TypedConfirm(props: TypedConfirmProps) {
  return props.open ? <OpenTypedConfirm {...props} /> : null;
}

function OpenTypedConfirm({ title, children, word, action, busy, error, onConfirm, onClose }: TypedConfirmProps) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const differs = tried && typed.trim() !== word ? t("ui.confirm.wordDiffers", { word }) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.trim() === word && !busy) onConfirm();
  };
  return (
    <FormDialog title={title} onClose={onClose} action={action} danger busy={busy} onSubmit={submit}>
      <div>{children}</div>
      <Field label={t("ui.confirm.typeWord", { word })} error={differs ?? error}>
        {(control) => (
          <TextInput {...control} mono autoComplete="off" spellCheck={false} value={typed} onChange={setTyped} />
        )}
      </Field>
    </FormDialog>
  );
}
