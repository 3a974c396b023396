import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { join } from "../../ui/join.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import styles from "../sign-in/login.module.css";

interface ShownOnceDialogProps {
  /** Undefined: closed. */
  secret: string | undefined;
  title: string;
  note: string;
  label: string;
  onClose(): void;
}

/** A token or a first password, now and never again. */
export function ShownOnceDialog({ secret, title, note, label, onClose }: ShownOnceDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={secret !== undefined}
      title={title}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("accounts.shownOnce.done")}</Button>
          {secret && (
            <CopyButton kind="main" text={secret}>
              {t("ui.copy.copy")}
            </CopyButton>
          )}
        </>
      }
    >
      <div className={join(styles.form, styles.dialogForm)}>
        <Banner level="ordinary">{note}</Banner>
        <Field label={label}>
          {(control) => (
            <TextInput
              {...control}
              mono
              readOnly
              value={secret ?? ""}
              onChange={() => undefined}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
