import {
  acceptTransfer,
  declineTransfer,
  listTransfers,
  type OfferedDevice,
} from "@canopy/contract/devices/terminal-moves";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { meQuery } from "../../accounts/me.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import styles from "../details/manage.module.css";
import { DEVICES_KEY } from "../device-query.ts";
import { KeyDialog } from "../licences/KeyDialog.tsx";
import "../details/manage-texts.ts";

const KEY = [listTransfers.name] as const;

/** DEV-14: devices offered by other tenants; for managers, above their devices. */
export function OfferedDevices() {
  const t = useText();
  const formats = useTimeFormats();
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(listTransfers, {}, { signal }),
    enabled: me?.privileges.tenant_manager === true,
    refetchInterval: 60_000,
  });
  const [accepting, setAccepting] = useState<OfferedDevice>();
  const [key, setKey] = useState<string>();
  const renew = () => Promise.all([KEY, DEVICES_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));
  const decline = useMutation({
    mutationFn: (id: string) => api(declineTransfer, { params: { transfer_id: id } }),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: renew,
  });
  return (
    <>
      {(data?.list ?? []).map((offer) => (
        <Banner key={offer.id} level="tip">
          <span className={styles.offer}>
            {t("devices.manage.offered", {
              from: offer.from_name,
              id: offer.third_things_id,
              time: formats.time(offer.expires_time, "minute"),
            })}
            <Button onClick={() => setAccepting(offer)}>{t("devices.manage.accept")}</Button>
            <Button kind="quiet" busy={decline.isPending} onClick={() => decline.mutate(offer.id)}>
              {t("devices.manage.decline")}
            </Button>
          </span>
        </Banner>
      ))}
      {accepting && (
        <AcceptDialog
          offer={accepting}
          onClose={() => setAccepting(undefined)}
          onAccepted={(licenceKey) => {
            setAccepting(undefined);
            setKey(licenceKey);
            void renew();
          }}
        />
      )}
      <KeyDialog licenceKey={key} onClose={() => setKey(undefined)} />
    </>
  );
}

interface AcceptDialogProps {
  offer: OfferedDevice;
  onClose(): void;
  onAccepted(licenceKey: string): void;
}

function AcceptDialog({ offer, onClose, onAccepted }: AcceptDialogProps) {
  const t = useText();
  const form = useContractForm(acceptTransfer.body, {
    initial: { name: offer.third_things_id },
    submit: async (body) =>
      onAccepted((await api(acceptTransfer, { params: { transfer_id: offer.id }, body })).licence_key),
  });
  return (
    <FormDialog
      title={t("devices.manage.acceptTitle")}
      onClose={onClose}
      action={t("devices.manage.accept")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <p>{t("devices.manage.acceptNote", { id: offer.third_things_id })}</p>
      <Field label={t("devices.manage.name")} required error={form.errorOf("name")}>
        {(control) => <TextInput {...control} {...form.text("name")} />}
      </Field>
    </FormDialog>
  );
}
