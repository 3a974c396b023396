import "./list-texts.ts";
import { listInfoModels } from "@canopy/contract/devices/info-models";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { CLASSES, DESCRIPTION_MAX, DIALECTS, MAX_CHANNELS, NAME_MAX } from "@canopy/contract/devices/rules";
import type { newThing } from "@canopy/contract/devices/thing";
import { useQuery } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import type { z } from "zod";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import type { ContractForm } from "../../ui/form/use-contract-form.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { TYPES_KEY, useTenantId } from "../types/type-queries.ts";
import styles from "./form.module.css";
import { withPresent } from "./present-choice.ts";

export type DeviceValues = z.input<typeof newThing>;
type Form = ContractForm<DeviceValues>;

interface DeviceFieldsProps {
  form: Form;
  isNew: boolean;
  /** Those that may carry it. */
  gateways: readonly OverviewRow[];
  labels: ReadonlyMap<string, string>;
}

/** DEV-02: every field of a device, by the server's own schema. */
export function DeviceFields({ form, isNew, gateways, labels }: DeviceFieldsProps) {
  return (
    <>
      <Identity form={form} isNew={isNew} />
      <Kind form={form} gateways={gateways} />
      <Link form={form} />
      <Channels form={form} />
      <Labels form={form} labels={labels} />
    </>
  );
}

function Identity({ form, isNew }: { form: Form; isNew: boolean }) {
  const t = useText();
  return (
    <>
      <Field label={t("devices.form.name")} hint={t("devices.form.nameHint")} error={form.errorOf("name")} required>
        {(control) => (
          <TextInput {...control} {...form.text("name")} maxLength={2 * NAME_MAX} autoComplete="off" dir="auto" />
        )}
      </Field>
      <Field
        label={t("devices.form.id")}
        hint={t(isNew ? "devices.form.idHint" : "devices.form.idFixed")}
        error={form.errorOf("third_things_id")}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.text("third_things_id")}
            mono
            readOnly={!isNew}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  );
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

function Kind({ form, gateways }: { form: Form; gateways: readonly OverviewRow[] }) {
  const t = useText();
  const tenantId = useTenantId();
  const { class: kind = "ordinary", gateway_id: gateway = null, info_model_id: type = null } = form.values;
  const types = useQuery({
    queryKey: [...TYPES_KEY, tenantId, "choice"],
    queryFn: ({ signal }) =>
      api(
        listInfoModels,
        { params: { tenant_id: tenantId }, query: { keyword: "", page_size: 500, to_public: true } },
        { signal },
      ),
    enabled: tenantId !== "",
  });
  return (
    <>
      <Field label={t("devices.form.type")} error={form.errorOf("info_model_id")}>
        {(control) => (
          <Select
            {...control}
            name="info_model_id"
            options={[
              { value: "", label: t("devices.form.noType") },
              ...withPresent((types.data?.list ?? []).map(optionOf), type, t("devices.form.present")),
            ]}
            value={type ?? ""}
            onChange={(value) => form.set("info_model_id", value === "" ? null : value)}
          />
        )}
      </Field>
      <Field label={t("devices.form.class")} error={form.errorOf("class")}>
        {() => (
          <Segmented
            label={t("devices.form.class")}
            options={CLASSES.map((value) => ({ value, label: t(`devices.form.${value}`) }))}
            value={kind}
            onChange={(value) => {
              form.set("class", value);
              if (value === "gateway") form.set("gateway_id", null);
            }}
          />
        )}
      </Field>
      {kind === "ordinary" && gateways.length > 0 && (
        <Field label={t("devices.form.under")} error={form.errorOf("gateway_id")}>
          {(control) => (
            <Select
              {...control}
              name="gateway_id"
              options={[
                { value: "", label: t("devices.form.noGateway") },
                ...withPresent(gateways.map(optionOf), gateway, t("devices.form.present")),
              ]}
              value={gateway ?? ""}
              onChange={(value) => form.set("gateway_id", value === "" ? null : value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Link({ form }: { form: Form }) {
  const t = useText();
  return (
    <>
      <Field label={t("devices.form.dialect")} error={form.errorOf("dialect")}>
        {(control) => (
          <Select
            {...control}
            name="dialect"
            options={DIALECTS.map((value) => ({ value, label: t(`devices.form.${value}`) }))}
            value={form.values.dialect ?? "canopy"}
            onChange={(value) => form.set("dialect", value)}
          />
        )}
      </Field>
      <Field label={t("devices.form.server")} hint={t("devices.form.serverHint")} error={form.errorOf("server")}>
        {(control) => <TextInput {...control} {...form.text("server")} maxLength={200} autoComplete="off" />}
      </Field>
      <Field label={t("devices.form.licence")} hint={t("devices.form.licenceHint")} error={form.errorOf("licence")}>
        {(control) => (
          <TextInput
            {...control}
            {...form.text("licence")}
            mono
            maxLength={100}
            autoComplete="off"
            onChange={(value) => form.set("licence", value === "" ? null : value)}
          />
        )}
      </Field>
      <div className={styles.whole}>
        <Field
          label={t("devices.form.description")}
          hint={t("devices.form.descriptionHint")}
          error={form.errorOf("description")}
        >
          {(control) => (
            <TextArea {...control} {...form.text("description")} rows={2} maxLength={2 * DESCRIPTION_MAX} />
          )}
        </Field>
      </div>
    </>
  );
}

function Channels({ form }: { form: Form }) {
  const t = useText();
  const channels = form.values.channel_enable ?? [];
  const set = (next: boolean[]) => form.set("channel_enable", next);
  return (
    <div className={styles.whole}>
      <Field label={t("devices.form.channels")} error={form.errorOf("channel_enable")}>
        {() => (
          <div className={styles.choices}>
            {channels.map((on, n) => (
              <Checkbox
                // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place
                key={n}
                checked={on}
                onChange={(checked) => set(channels.map((old, i) => (i === n ? checked : old)))}
              >
                {t("devices.list.channel", { n: n + 1 })}
              </Checkbox>
            ))}
            <span>
              <IconButton
                icon={Minus}
                label={t("devices.form.fewerChannels")}
                onClick={() => set(channels.slice(0, -1))}
              />
              <IconButton
                icon={Plus}
                label={t("devices.form.moreChannels")}
                onClick={() => channels.length < MAX_CHANNELS && set([...channels, true])}
              />
            </span>
          </div>
        )}
      </Field>
    </div>
  );
}

function Labels({ form, labels }: { form: Form; labels: ReadonlyMap<string, string> }) {
  const t = useText();
  const chosen = form.values.label_ids ?? [];
  return (
    <div className={styles.whole}>
      <Field
        label={t("devices.form.labels")}
        error={form.errorOf("label_ids")}
        hint={labels.size === 0 && t("devices.form.noLabels")}
      >
        {() => (
          <div className={styles.choices}>
            {[...labels].map(([id, name]) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={(on) => form.set("label_ids", on ? [...chosen, id] : chosen.filter((one) => one !== id))}
              >
                {name}
              </Checkbox>
            ))}
          </div>
        )}
      </Field>
    </div>
  );
}
