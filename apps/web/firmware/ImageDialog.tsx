import { firmwareManifest } from "@canopy/contract/device-link/firmware";
import { firmwareErrors } from "@canopy/contract/firmware/errors";
import { IMAGE_KINDS, newImage } from "@canopy/contract/firmware/images";
import type { FirmwareKey } from "@canopy/contract/firmware/keys";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { useText } from "../platform/i18n.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { type ContractForm, useContractForm } from "../ui/form/use-contract-form.ts";
import layout from "../ui/layout.module.css";
import { ProgressBar } from "../ui/marks/ProgressBar.tsx";
import styles from "./firmware.module.css";
import { sendImage, sha256Of } from "./send-image.ts";
import "./texts.ts";

type Values = z.input<typeof newImage>;

interface ImageDialogProps {
  keys: readonly FirmwareKey[];
  onDone(version: string): void;
  onClose(): void;
}

/** DEV-08: version, type, description, file, difference, signature. */
export function ImageDialog({ keys, onDone, onClose }: ImageDialogProps) {
  const t = useText();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const form = useContractForm(newImage, {
    initial: { ...EMPTY, key_id: keys[0]?.id ?? "" },
    fieldOfCode: {
      [firmwareErrors.versionTaken.code]: "version",
      [firmwareErrors.wrongSignature.code]: "signature",
      [firmwareErrors.wrongHash.code]: "file_name",
      [firmwareErrors.baseEmpty.code]: "base_version",
      [firmwareErrors.baseSame.code]: "base_version",
    },
    submit: async (body) => {
      if (!file) return;
      running.current = new AbortController();
      try {
        await sendImage(body, file, { signal: running.current.signal, onProgress: setShare });
        onDone(body.version);
      } finally {
        setShare(undefined);
      }
    },
  });
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    const hash = await sha256Of(chosen);
    form.replace({ ...form.values, file_name: chosen.name, size: chosen.size, ...(hash && { sha256: hash }) });
  };
  return (
    <FormDialog
      title={t("firmware.image.upload")}
      onClose={onClose}
      width={640}
      action={t("firmware.image.upload")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Content form={form} />
      <Field
        label={t("firmware.image.file")}
        hint={t("firmware.image.fileHint")}
        error={form.errorOf("file_name") && (file ? form.errorOf("file_name") : t("firmware.image.fileEmpty"))}
        required
      >
        {(control) => <input {...control} type="file" onChange={(event) => void choose(event.target.files?.[0])} />}
      </Field>
      {share !== undefined && <ProgressBar label={t("firmware.image.upload")} share={share} />}
      <Signing form={form} keys={keys} />
    </FormDialog>
  );
}

const EMPTY: Values = {
  version: "",
  type: "self",
  description: "",
  file_name: "",
  size: 0,
  sha256: "",
  differential: false,
  key_id: "",
  signature: "",
};

function Content({ form }: { form: ContractForm<Values> }) {
  const t = useText();
  const { values } = form;
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t("firmware.image.version")}
          hint={t("firmware.image.versionHint")}
          error={form.errorOf("version")}
          required
        >
          {(control) => <TextInput {...control} {...form.text("version")} mono autoComplete="off" spellCheck={false} />}
        </Field>
        <div className={layout.labelled}>
          <span>{t("firmware.image.type")}</span>
          <Segmented
            label={t("firmware.image.type")}
            value={values.type}
            onChange={(type) => form.set("type", type)}
            options={IMAGE_KINDS.map((value) => ({ value, label: t(`firmware.image.type.${value}`) }))}
          />
        </div>
      </div>
      <Field label={t("firmware.image.description")} error={form.errorOf("description")}>
        {(control) => <TextInput {...control} {...form.text("description")} dir="auto" autoComplete="off" />}
      </Field>
      <Checkbox checked={values.differential ?? false} onChange={(on) => form.set("differential", on)}>
        {t("firmware.image.differential")}
      </Checkbox>
      {values.differential && (
        <Field label={t("firmware.image.base")} error={form.errorOf("base_version")} required>
          {(control) => (
            <TextInput
              {...control}
              name="base_version"
              mono
              value={values.base_version ?? ""}
              onChange={(text) => form.set("base_version", text === "" ? undefined : text)}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Signing({ form, keys }: { form: ContractForm<Values>; keys: readonly FirmwareKey[] }) {
  const t = useText();
  const { version, size, sha256, differential, base_version } = form.values;
  const manifest = firmwareManifest({ version, size, sha256, base_version: differential ? base_version : undefined });
  return (
    <>
      <div className={styles.pair}>
        <Field label={t("firmware.image.hash")} error={form.errorOf("sha256")} required>
          {(control) => <TextInput {...control} {...form.text("sha256")} mono spellCheck={false} />}
        </Field>
        <Field label={t("firmware.image.key")} error={form.errorOf("key_id")} required>
          {(control) => (
            <Select
              {...control}
              name="key_id"
              value={form.values.key_id}
              onChange={(id) => form.set("key_id", id)}
              options={keys.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      </div>
      <section className={styles.manifest} aria-label={t("firmware.image.manifest")}>
        <div className={styles.manifestHead}>
          <span>{t("firmware.image.manifest")}</span>
          <CopyButton text={manifest} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it scrolls by keyboard too */}
        <pre tabIndex={0}>{manifest}</pre>
      </section>
      <Field
        label={t("firmware.image.signature")}
        hint={t("firmware.image.signatureHint")}
        error={form.errorOf("signature")}
        required
      >
        {(control) => (
          <TextArea
            {...control}
            name="signature"
            mono
            rows={2}
            spellCheck={false}
            value={form.values.signature}
            onChange={(text) => form.set("signature", text.trim())}
          />
        )}
      </Field>
    </>
  );
}
