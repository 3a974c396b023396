import { swapTerminal } from "@canopy/contract/devices/terminal-moves";
import type { Thing } from "@canopy/contract/devices/thing";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { DEVICES_KEY } from "../device-query.ts";
import { KeyDialog } from "../licences/KeyDialog.tsx";
import "../details/manage-texts.ts";

/** DEV-14: another terminal in the place of this one. Its key follows, shown once. */
export function SwapTerminal({ device, onClose }: { device: Thing; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const form = useContractForm(swapTerminal.body, {
    initial: { third_things_id: "" },
    submit: async (body) => {
      const { licence_key } = await api(swapTerminal, { params: { things_id: device.id }, body });
      setKey(licence_key);
      await client.invalidateQueries({ queryKey: DEVICES_KEY });
    },
  });
  if (key !== undefined) return <KeyDialog licenceKey={key} onClose={onClose} />;
  return (
    <FormDialog
      title={t("devices.manage.swapTitle")}
      onClose={onClose}
      action={t("devices.manage.swapDo")}
      danger
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Banner level="ordinary">{t("devices.manage.swapNote")}</Banner>
      <Field label={t("devices.manage.swapId")} required error={form.errorOf("third_things_id")}>
        {(control) => (
          <TextInput {...control} {...form.text("third_things_id")} mono autoComplete="off" spellCheck={false} />
        )}
      </Field>
    </FormDialog>
  );
}
