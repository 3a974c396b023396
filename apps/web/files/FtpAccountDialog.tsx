import { fileErrors } from "@canopy/contract/files/errors";
import { LEAST_FTP_QUOTA_BYTES } from "@canopy/contract/files/ftp-account";
import type { ReactNode } from "react";
import { z } from "zod";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import "./texts.ts";

const GB = 1024 ** 3;
/** In gigabytes, as packages are. */
const space = z.object({ space: z.string().refine((text) => Number(text) * GB >= LEAST_FTP_QUOTA_BYTES) });

interface FtpAccountDialogProps {
  title: string;
  /** Bytes, as they are. */
  quota: number;
  children?: ReactNode;
  /** Undefined: the space stays as it is. */
  onSubmit(quota: number | undefined): Promise<unknown>;
  onClose(): void;
}

/** FIL-03: the space of a device, beside its password or alone. */
export function FtpAccountDialog({ title, quota, children, onSubmit, onClose }: FtpAccountDialogProps) {
  const t = useText();
  const shown = String(Math.round((1000 * quota) / GB) / 1000);
  const form = useContractForm(space, {
    initial: { space: shown },
    fieldOfCode: { [fileErrors.ftpQuota.code]: "space" },
    submit: async (values) => {
      await onSubmit(values.space === shown ? undefined : Math.round(Number(values.space) * GB));
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      action={title}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {children}
      <Field label={t("files.ftp.space")} hint={t("files.ftp.spaceHint")} error={form.errorOf("space")} required>
        {(control) => <TextInput {...control} {...form.text("space")} inputMode="decimal" autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
