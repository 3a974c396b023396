import { flashManifest, flashManifestText } from "@canopy/contract/device-link/flash/flash-order";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { type FlashPackage, listFlashKeys, signFlashPackage } from "@canopy/contract/diagnosis/flashing/packages";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import layout from "../../ui/layout.module.css";
import { FLASH_KEY } from "../flashing/flash-queries.ts";
import "./package-texts.ts";
import styles from "./packages.module.css";

const number = z.string().trim().min(1).max(64);
const manifestForm = z.object({
  part_number: number,
  hardware: number,
  boot: z.string().trim().max(64),
  from: z.string().max(1000),
  software_to: number,
  expires: z.iso.date(),
  counter: z.string().regex(/^\d{1,9}$/),
  key_id: z.string().min(1),
  signature: z.string().trim().min(1),
});
type Values = z.input<typeof manifestForm>;

/** What the package is for, and who answers for it. */
export function SignDialog({
  chosen,
  onDone,
  onClose,
}: {
  chosen: FlashPackage;
  onDone(signed: FlashPackage): void;
  onClose(): void;
}) {
  const t = useText();
  const keys = useQuery({
    queryKey: [...FLASH_KEY, "keys"],
    queryFn: async ({ signal }) => (await api(listFlashKeys, {}, { signal })).list,
  });
  const form = useContractForm(manifestForm, {
    initial: initialOf(chosen),
    fieldOfCode: { [flashErrors.wrongSignature.code]: "signature", [flashErrors.packageExpired.code]: "expires" },
    submit: async (values) => {
      const manifest = manifestOf(values);
      if (!manifest.success) return;
      const body = { manifest: manifest.data, key_id: values.key_id, signature: values.signature };
      onDone((await api(signFlashPackage, { params: { package_id: chosen.package_id }, body })).data);
    },
  });
  const manifest = manifestOf(form.values);
  const text = manifest.success ? flashManifestText({ ...chosen, manifest: manifest.data }) : "";
  const line = (field: "part_number" | "hardware" | "boot" | "from" | "software_to" | "counter", label: string) => (
    <Field label={label} error={form.errorOf(field)} required={field !== "boot" && field !== "from"}>
      {(control) => <TextInput {...control} {...form.text(field)} autoComplete="off" />}
    </Field>
  );
  return (
    <FormDialog
      title={`${chosen.name}: ${t("diagnosis.package.sign")}`}
      width={640}
      onClose={onClose}
      action={t("diagnosis.package.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <div className={styles.two}>
        {line("part_number", t("diagnosis.package.partNumber"))}
        {line("hardware", t("diagnosis.package.hardware"))}
        {line("boot", t("diagnosis.package.boot"))}
        {line("software_to", t("diagnosis.package.to"))}
        <Field label={t("diagnosis.package.expires")} error={form.errorOf("expires")} required>
          {(control) => <TextInput {...control} {...form.text("expires")} type="date" />}
        </Field>
        {line("counter", t("diagnosis.package.counter"))}
      </div>
      {line("from", t("diagnosis.package.from"))}
      <Field
        label={t("diagnosis.package.text")}
        hint={t("diagnosis.package.textNote")}
        aside={<CopyButton text={text} />}
      >
        {(control) => <TextArea {...control} mono readOnly rows={5} value={text} onChange={() => {}} />}
      </Field>
      <Field label={t("diagnosis.package.key")} error={form.errorOf("key_id")} required>
        {(control) => (
          <Select<string>
            {...control}
            options={[
              { value: "", label: "" },
              ...(keys.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={form.values.key_id}
            onChange={(value) => form.set("key_id", value)}
          />
        )}
      </Field>
      {keys.data?.length === 0 && <p className={layout.note}>{t("diagnosis.package.noKeys")}</p>}
      <Field label={t("diagnosis.package.signature")} error={form.errorOf("signature")} required>
        {(control) => <TextInput {...control} {...form.text("signature")} mono autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

function initialOf({ manifest }: FlashPackage): Values {
  const expires = new Date(manifest?.expires ?? Date.now() + YEAR_MS).toISOString().slice(0, 10);
  return {
    part_number: manifest?.part_number ?? "",
    hardware: manifest?.hardware ?? "",
    boot: manifest?.boot ?? "",
    from: manifest?.software_from.join(", ") ?? "",
    software_to: manifest?.software_to ?? "",
    expires,
    counter: String(manifest?.counter ?? 1),
    key_id: "",
    signature: "",
  };
}

/** Good until the end of its last day, UTC. */
function manifestOf({ from, expires, counter, part_number, hardware, boot, software_to }: Values) {
  return flashManifest.safeParse({
    part_number,
    hardware,
    boot,
    software_to,
    software_from: from.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()])),
    expires: Date.parse(`${expires}T00:00:00Z`) + DAY_MS - 1,
    counter: Number(counter),
  });
}
