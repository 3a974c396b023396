import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import styles from "../details/manage.module.css";
import "../details/manage-texts.ts";

/** DEV-02: a licence key, now and never again. */
export function KeyDialog({ licenceKey, onClose }: { licenceKey: string | undefined; onClose(): void }) {
  const t = useText();
  return (
    <Dialog
      open={licenceKey !== undefined}
      title={t("devices.manage.newKey")}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("devices.manage.done")}</Button>
          {licenceKey && (
            <CopyButton kind="main" text={licenceKey}>
              {t("ui.copy.copy")}
            </CopyButton>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <Banner level="ordinary">{t("devices.manage.newKeyNote")}</Banner>
        <Field label={t("devices.manage.key")}>
          {(control) => (
            <TextInput
              {...control}
              mono
              readOnly
              value={licenceKey ?? ""}
              onChange={() => undefined}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
