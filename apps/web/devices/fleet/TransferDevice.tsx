import { cancelTransfer, getTransfer, offerTransfer } from "@canopy/contract/devices/terminal-moves";
import type { Thing } from "@canopy/contract/devices/thing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { useLeaving } from "../../ui/form/use-leaving.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import styles from "../details/manage.module.css";
import "../details/manage-texts.ts";

/** DEV-14: this side's confirmation; the other side's is on its own page. */
export function TransferDevice({ device, onClose }: { device: Thing; onClose(): void }) {
  const t = useText();
  const formats = useTimeFormats();
  const client = useQueryClient();
  const formId = useId();
  const params = { things_id: device.id };
  const queryKey = [getTransfer.name, device.id];
  const { data: offer } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(getTransfer, { params }, { signal })).data,
  });
  const cancel = useMutation({
    mutationFn: () => api(cancelTransfer, { params }),
    onSuccess: async () => {
      addNote({ tone: "done", text: t("devices.manage.transferCancelled") });
      await client.invalidateQueries({ queryKey });
    },
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
  });
  const form = useContractForm(offerTransfer.body, {
    initial: { receiver: "" },
    submit: async (body) => {
      await api(offerTransfer, { params, body });
      addNote({ tone: "done", text: t("devices.manage.transferMade") });
      await client.invalidateQueries({ queryKey });
    },
  });
  const { leave, asking } = useLeaving(!offer && form.isChanged, onClose);
  return (
    <Dialog
      open
      title={t("devices.manage.transferTitle")}
      onClose={leave}
      footer={
        asking ?? (
          <>
            <Button onClick={leave}>{t("ui.action.close")}</Button>
            {offer ? (
              <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
                {t("devices.manage.transferCancel")}
              </Button>
            ) : (
              <Button kind="danger" type="submit" form={formId} busy={form.busy}>
                {t("devices.manage.transferMake")}
              </Button>
            )}
          </>
        )
      }
    >
      {offer ? (
        <Banner level="tip">
          {t("devices.manage.transferOpen", {
            receiver: offer.receiver,
            time: formats.time(offer.expires_time, "minute"),
          })}
        </Banner>
      ) : (
        <form id={formId} className={styles.form} onSubmit={form.onSubmit} noValidate>
          <Banner level="ordinary">{t("devices.manage.transferNote")}</Banner>
          {form.formError && (
            <Banner level="urgent" alert>
              {form.formError}
            </Banner>
          )}
          <Field label={t("devices.manage.transferTo")} required error={form.errorOf("receiver")}>
            {(control) => <TextInput {...control} {...form.text("receiver")} autoComplete="off" />}
          </Field>
        </form>
      )}
    </Dialog>
  );
}
