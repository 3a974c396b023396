import { createCampaign, previewCampaign } from "@canopy/contract/campaigns/campaigns";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { packagesQuery } from "../diagnosis/flashing/flash-queries.ts";
import { newPlan, planOf, scopeOf } from "../firmware/draft.ts";
import { FIRMWARE_KEY, PREVIEW_MS } from "../firmware/firmware-queries.ts";
import type { NewRolloutProps } from "../firmware/NewRollout.tsx";
import { PlanDialog } from "../firmware/PlanDialog.tsx";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { PasswordInput } from "../ui/form/PasswordInput.tsx";
import { type CampaignDraft, StepPackage } from "./StepPackage.tsx";
import "./texts.ts";

type NewCampaignProps = Omit<NewRolloutProps, "imageId">;

const payloadOf = ({ ecuId, packageId, flowId, channel }: CampaignDraft) => ({
  ecu_id: ecuId,
  package_id: packageId,
  flow_id: flowId || null,
  channel,
});

/** Whose ECU would be flashed now. */
function useCampaignPreview(draft: CampaignDraft) {
  const scope = scopeOf(draft);
  const body = draft.ecuId && draft.packageId && scope ? { ...payloadOf(draft), ...scope } : undefined;
  return useQuery({
    queryKey: [...FIRMWARE_KEY, "campaign-preview", body],
    queryFn: async ({ signal }) => (body ? (await api(previewCampaign, { body }, { signal })).data : null),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: PREVIEW_MS,
  });
}

/** UDS-04: a package for one ECU of many vehicles, in the same four steps. */
export function NewCampaign({ tenantId, deviceIds, onKind, onStarted, onClose }: NewCampaignProps) {
  const t = useText();
  const client = useQueryClient();
  const [draft, setDraft] = useState<CampaignDraft>(() => ({
    ...newPlan(deviceIds),
    ...{ ecuId: "", packageId: "", flowId: "", channel: 0 },
  }));
  const [password, setPassword] = useState("");
  const preview = useCampaignPreview(draft);
  const chosen = useQuery(packagesQuery).data?.find(({ package_id }) => package_id === draft.packageId);
  const start = useMutation({
    mutationFn: async () => {
      const plan = planOf(draft);
      return plan && api(createCampaign, { body: { ...payloadOf(draft), ...plan, password } });
    },
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: FIRMWARE_KEY });
      if (made) onStarted(made.data.id);
    },
  });
  const onDraft = (changes: Partial<CampaignDraft>) => {
    start.reset();
    setDraft((old) => ({ ...old, ...changes }));
  };
  const isChosen = draft.ecuId !== "" && draft.packageId !== "";
  return (
    <PlanDialog
      kind="ecu"
      onKind={onKind}
      tenantId={tenantId}
      draft={draft}
      onDraft={onDraft}
      preview={preview}
      version={chosen?.manifest?.software_to ?? ""}
      what={<StepPackage draft={draft} onDraft={onDraft} />}
      missing={isChosen ? undefined : t("campaigns.new.missing")}
      proof={
        <Field label={t("campaigns.new.password")} hint={t("campaigns.new.proofNote")} required>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
            />
          )}
        </Field>
      }
      error={start.error ? troubleOf(start.error).text : undefined}
      busy={start.isPending}
      onStart={() => start.mutate()}
      onClose={onClose}
    />
  );
}
