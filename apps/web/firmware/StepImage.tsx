import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import layout from "../ui/layout.module.css";
import type { Draft, StepProps } from "./draft.ts";
import { allImagesQuery } from "./firmware-queries.ts";

export function StepImage({ draft, onDraft }: StepProps<Draft>) {
  const t = useText();
  const images = useQuery(allImagesQuery).data?.list.filter(({ state }) => state === "ready") ?? [];
  const chosen = images.find(({ id }) => id === draft.imageId);
  const newest = images[0]?.id ?? "";
  const choose = useEffectEvent((imageId: string) => onDraft({ imageId }));
  useEffect(() => {
    if (!chosen && newest !== "") choose(newest);
  }, [chosen, newest]);
  return (
    <>
      <Field label={t("firmware.rollout.version")} required>
        {(control) => (
          <Select
            {...control}
            value={draft.imageId}
            onChange={(imageId) => onDraft({ imageId })}
            options={images.map(({ id, version, base_version, type }) => ({
              value: id,
              label: `${version}${base_version ? ` ← ${base_version}` : ""} · ${t(`firmware.image.type.${type}`)}`,
            }))}
          />
        )}
      </Field>
      {chosen && (
        <p className={layout.note}>
          {formatBytes(chosen.size)} · {chosen.key_name} · <bdi>{chosen.description}</bdi>
        </p>
      )}
    </>
  );
}
