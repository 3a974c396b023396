import { useText } from "../platform/i18n.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { join } from "../ui/join.ts";
import { TextInput } from "../ui/TextInput.tsx";
import styles from "./login.module.css";

/** USR-09: the token's text, now and never again. */
export function ShownOnceDialog({ token, onClose }: { token: string | undefined; onClose(): void }) {
  const t = useText();
  return (
    <Dialog
      open={token !== undefined}
      title={t("accounts.tokens.shownOnce")}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("accounts.tokens.done")}</Button>
          {token && (
            <CopyButton kind="main" text={token}>
              {t("ui.copy.copy")}
            </CopyButton>
          )}
        </>
      }
    >
      <div className={join(styles.form, styles.dialogForm)}>
        <Banner level="ordinary">{t("accounts.tokens.shownOnceNote")}</Banner>
        <Field label={t("accounts.tokens.token")}>
          {(control) => (
            <TextInput
              {...control}
              mono
              readOnly
              value={token ?? ""}
              onChange={() => undefined}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
