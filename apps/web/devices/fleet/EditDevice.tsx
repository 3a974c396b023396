import { deviceErrors } from "@canopy/contract/devices/errors";
import { listInfoModels } from "@canopy/contract/devices/info-models";
import { CLASSES, DIALECTS } from "@canopy/contract/devices/rules";
import { type Thing, thingChanges } from "@canopy/contract/devices/thing";
import { listThings, updateThing } from "@canopy/contract/devices/things";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../../accounts/me.ts";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import styles from "../details/manage.module.css";
import { DEVICES_KEY } from "../device-query.ts";
import { withPresent } from "./present-choice.ts";

const FIELD_OF_CODE = {
  [deviceErrors.notAGateway.code]: "gateway_id",
  [deviceErrors.gatewayNested.code]: "gateway_id",
  [deviceErrors.licenceInvalid.code]: "licence",
} as const;

/** DEV-02: everything that may be changed later. */
export function EditDevice({ device, onClose }: { device: Thing; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const { types, gateways } = useChoices(device);
  const { name, description, info_model_id, gateway_id, dialect, server, channel_enable, licence } = device;
  const form = useContractForm(thingChanges, {
    initial: {
      name,
      description,
      info_model_id,
      class: device.class,
      gateway_id,
      dialect,
      server,
      channel_enable,
      licence,
    },
    fieldOfCode: FIELD_OF_CODE,
    submit: async (changes) => {
      await api(updateThing, { params: { things_id: device.id }, body: changes });
      addNote({ tone: "done", text: t("devices.manage.saved") });
      onClose();
      await client.invalidateQueries({ queryKey: DEVICES_KEY });
    },
  });
  const channels = form.values.channel_enable ?? [];
  return (
    <FormDialog
      drawer
      title={device.name}
      onClose={onClose}
      action={t("devices.manage.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field label={t("devices.manage.name")} required error={form.errorOf("name")}>
        {(control) => <TextInput {...control} {...form.text("name")} />}
      </Field>
      <Field label={t("devices.manage.type")} error={form.errorOf("info_model_id")}>
        {(control) => (
          <Select<string>
            {...control}
            options={[{ value: "", label: t("devices.manage.noType") }, ...types]}
            value={form.values.info_model_id ?? ""}
            onChange={(value) => form.set("info_model_id", value || null)}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t("devices.manage.class")} error={form.errorOf("class")}>
          {(control) => (
            <Select
              {...control}
              options={CLASSES.map((value) => ({ value, label: t(`devices.manage.class.${value}`) }))}
              value={form.values.class ?? "ordinary"}
              onChange={(value) => form.set("class", value)}
            />
          )}
        </Field>
        <Field label={t("devices.manage.gateway")} error={form.errorOf("gateway_id")}>
          {(control) => (
            <Select<string>
              {...control}
              options={[{ value: "", label: t("devices.manage.noGateway") }, ...gateways]}
              value={form.values.gateway_id ?? ""}
              onChange={(value) => form.set("gateway_id", value || null)}
            />
          )}
        </Field>
      </div>
      <fieldset className={styles.channels}>
        <legend>{t("devices.manage.channels")}</legend>
        {channels.map((on, i) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its number
            key={i}
            checked={on}
            onChange={(next) => form.set("channel_enable", channels.with(i, next))}
          >
            {t("devices.manage.channel", { n: i + 1 })}
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.pair}>
        <Field label={t("devices.manage.dialect")} error={form.errorOf("dialect")}>
          {(control) => (
            <Select
              {...control}
              options={DIALECTS.map((value) => ({ value, label: value }))}
              value={form.values.dialect ?? "canopy"}
              onChange={(value) => form.set("dialect", value)}
            />
          )}
        </Field>
        <Field label={t("devices.manage.server")} error={form.errorOf("server")}>
          {(control) => <TextInput {...control} {...form.text("server")} />}
        </Field>
      </div>
      <Field
        label={t("devices.manage.description")}
        hint={t("devices.manage.descriptionHint")}
        error={form.errorOf("description")}
      >
        {(control) => <TextInput {...control} {...form.text("description")} />}
      </Field>
      <Field label={t("devices.manage.licence")} hint={t("devices.manage.licenceHint")} error={form.errorOf("licence")}>
        {(control) => (
          <TextInput
            {...control}
            mono
            name="licence"
            value={form.values.licence ?? ""}
            onChange={(text) => form.set("licence", text.trim() || null)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** The types and gateways to choose from; the present ones always among them. */
function useChoices(device: Thing) {
  const t = useText();
  const { data: me } = useQuery(meQuery);
  const tenantId = me?.tenant.id ?? "";
  const types = useQuery({
    queryKey: [listInfoModels.name, "choices", tenantId],
    queryFn: ({ signal }) =>
      api(
        listInfoModels,
        { params: { tenant_id: tenantId }, query: { keyword: "", page_size: MAX_PAGE_SIZE } },
        { signal },
      ),
    enabled: tenantId !== "",
  });
  const gateways = useQuery({
    queryKey: [...DEVICES_KEY, "gateways"],
    queryFn: ({ signal }) =>
      api(
        listThings,
        { query: { filters: JSON.stringify({ class: "gateway" }), page_size: MAX_PAGE_SIZE, order_param: "name" } },
        { signal },
      ),
  });
  const option = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const otherGateways = (gateways.data?.list ?? []).filter(({ id }) => id !== device.id);
  return {
    types: withPresent((types.data?.list ?? []).map(option), device.info_model_id, device.info_model_name ?? ""),
    gateways: withPresent(otherGateways.map(option), device.gateway_id, t("devices.manage.presentGateway")),
  };
}
