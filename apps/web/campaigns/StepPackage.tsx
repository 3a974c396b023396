import { useQuery } from "@tanstack/react-query";
import { allEcusQuery } from "../diagnosis/ecus/ecu-queries.ts";
import { flowsQuery, packagesQuery } from "../diagnosis/flashing/flash-queries.ts";
import type { PlanDraft, StepProps } from "../firmware/draft.ts";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import layout from "../ui/layout.module.css";
import "./texts.ts";

export interface CampaignDraft extends PlanDraft {
  readonly ecuId: string;
  readonly packageId: string;
  /** Empty: the flow of the ECU. */
  readonly flowId: string;
  readonly channel: number;
}

const CHANNELS = [0, 1, 2, 3] as const;

/** Which ECU, the package that is signed for it, and in which steps. */
export function StepPackage({ draft, onDraft }: StepProps<CampaignDraft>) {
  const t = useText();
  const { data: ecus = [] } = useQuery(allEcusQuery);
  const packages = (useQuery(packagesQuery).data ?? []).filter(({ manifest }) => manifest !== null);
  const flows = useQuery(flowsQuery).data?.list ?? [];
  const none = { value: "", label: t("campaigns.new.choose") };
  const chosen = packages.find(({ package_id }) => package_id === draft.packageId);
  const fields = [
    ["ecuId", [none, ...ecus.map(({ ecu_id, name }) => ({ value: ecu_id, label: name }))]],
    ["packageId", [none, ...packages.map((one) => ({ value: one.package_id, label: labelOf(one) }))]],
    [
      "flowId",
      [
        { value: "", label: t("campaigns.new.ownFlow") },
        ...flows.map(({ flow_id, name }) => ({ value: flow_id, label: name })),
      ],
    ],
  ] as const;
  return (
    <>
      {fields.map(([field, options]) => (
        <Field key={field} label={t(`campaigns.new.${field}`)} required={field !== "flowId"}>
          {(control) => (
            <Select<string>
              {...control}
              value={draft[field]}
              onChange={(value) => onDraft({ [field]: value })}
              options={options}
            />
          )}
        </Field>
      ))}
      <Field label={t("campaigns.new.channel")} required>
        {(control) => (
          <Select
            {...control}
            value={String(draft.channel)}
            onChange={(value) => onDraft({ channel: Number(value) })}
            options={CHANNELS.map((channel) => ({ value: String(channel), label: `CAN${channel + 1}` }))}
          />
        )}
      </Field>
      {chosen?.manifest && (
        <p className={layout.note}>
          {formatBytes(chosen.size)} · {chosen.key_name} · {chosen.manifest.part_number} · {chosen.manifest.hardware}
        </p>
      )}
    </>
  );
}

const labelOf = ({ name, manifest }: { name: string; manifest: { software_to: string } | null }) =>
  `${name} → ${manifest?.software_to ?? ""}`;
