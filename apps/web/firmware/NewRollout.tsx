import { rolloutErrors } from "@canopy/contract/firmware/rollout-errors";
import { createRollout } from "@canopy/contract/firmware/rollouts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { type Draft, newPlan, planOf, scopeOf } from "./draft.ts";
import { allImagesQuery, FIRMWARE_KEY, previewQuery } from "./firmware-queries.ts";
import { PlanDialog, type RolloutKind } from "./PlanDialog.tsx";
import { StepImage } from "./StepImage.tsx";

export interface NewRolloutProps {
  readonly tenantId: string;
  readonly imageId: string;
  readonly deviceIds: readonly string[];
  onKind(kind: RolloutKind): void;
  onStarted(id: string): void;
  onClose(): void;
}

/** DEV-08: an image for devices. */
export function NewRollout({ tenantId, imageId, deviceIds, onKind, onStarted, onClose }: NewRolloutProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => ({ ...newPlan(deviceIds), imageId }));
  const scope = scopeOf(draft);
  const chosen = draft.imageId === "" ? undefined : scope && { image_id: draft.imageId, ...scope };
  const preview = useQuery(previewQuery(chosen));
  const images = useQuery(allImagesQuery).data?.list;
  const start = useMutation({
    mutationFn: async () => {
      const plan = planOf(draft);
      return plan && api(createRollout, { body: { image_id: draft.imageId, ...plan } });
    },
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: FIRMWARE_KEY });
      if (made) onStarted(made.data.id);
    },
  });
  const onDraft = (changes: Partial<Draft>) => {
    start.reset();
    setDraft((old) => ({ ...old, ...changes }));
  };
  return (
    <PlanDialog
      kind="firmware"
      onKind={onKind}
      tenantId={tenantId}
      draft={draft}
      onDraft={onDraft}
      preview={preview}
      version={images?.find(({ id }) => id === draft.imageId)?.version ?? ""}
      what={<StepImage draft={draft} onDraft={onDraft} />}
      missing={draft.imageId === "" ? codeText(rolloutErrors.imageNotReady.code) : undefined}
      error={start.error ? troubleOf(start.error).text : undefined}
      busy={start.isPending}
      onStart={() => start.mutate()}
      onClose={onClose}
    />
  );
}
