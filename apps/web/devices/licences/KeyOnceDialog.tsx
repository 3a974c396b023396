import "../fleet/list-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import parts from "../parts.module.css";

export interface ShownKey {
  deviceId: string;
  key: string;
}

/** DEV-02: the licence key, now and never again. */
export function KeyOnceDialog({ shown, onClose }: { shown: ShownKey; onClose(): void }) {
  const t = useText();
  const field = (label: string, value: string) => (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          mono
          readOnly
          value={value}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
          trailing={<CopyButton text={value} />}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      open
      title={t("devices.key.title")}
      width={520}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={shown.key} kind="main">
            {t("ui.copy.copy")}
          </CopyButton>
          <Button onClick={onClose}>{t("devices.key.done")}</Button>
        </>
      }
    >
      <div className={parts.stack}>
        <Banner level="ordinary">{t("devices.key.note")}</Banner>
        {field(t("devices.key.key"), shown.key)}
        {field(t("devices.key.id"), shown.deviceId)}
      </div>
    </Dialog>
  );
}
