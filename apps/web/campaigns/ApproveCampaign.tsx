import { approveCampaign } from "@canopy/contract/campaigns/campaigns";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import type { Rollout } from "@canopy/contract/firmware/rollouts";
import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { FIRMWARE_KEY } from "../firmware/firmware-queries.ts";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { PasswordInput } from "../ui/form/PasswordInput.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import layout from "../ui/layout.module.css";
import "./texts.ts";

/** UDS-04: of a campaign that waits for another person. */
export function ApproveCampaign({ rollout }: { rollout: Rollout }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (rollout.state !== "asked") return null;
  const denied = callDenied(approveCampaign) ?? (rollout.is_mine ? t("campaigns.approve.own") : undefined);
  return (
    <>
      <Button kind="main" icon={Check} denied={denied} onClick={() => setOpen(true)}>
        {t("campaigns.approve.action")}
      </Button>
      {isOpen && <Proof rollout={rollout} onClose={() => setOpen(false)} />}
    </>
  );
}

function Proof({ rollout, onClose }: { rollout: Rollout; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const form = useContractForm(approveCampaign.body, {
    initial: { password: "" },
    fieldOfCode: { [flashErrors.passwordWrong.code]: "password" },
    submit: async (body) => {
      await api(approveCampaign, { params: { rollout_id: rollout.id }, body });
      await client.invalidateQueries({ queryKey: FIRMWARE_KEY });
      onClose();
    },
  });
  const { ecu, version, scope_name: scope } = rollout;
  return (
    <FormDialog
      title={t("campaigns.approve.title")}
      width={480}
      onClose={onClose}
      action={t("campaigns.approve.action")}
      busy={form.busy}
      error={form.formError}
      leaves="freely"
      onSubmit={form.onSubmit}
    >
      <p className={layout.note}>{t("campaigns.approve.note", { ecu: ecu?.ecu_name ?? "", version, scope })}</p>
      <Field label={t("campaigns.new.password")} error={form.errorOf("password")} required>
        {(control) => <PasswordInput {...control} {...form.text("password")} autoComplete="current-password" />}
      </Field>
    </FormDialog>
  );
}
