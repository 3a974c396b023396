import { listInfoModels } from "@canopy/contract/devices/info-models";
import { LEFT_OUT, SCOPE_KINDS, type ScopeKind } from "@canopy/contract/firmware/rollouts";
import { useQuery } from "@tanstack/react-query";
import { groupsQuery, overviewQuery } from "../devices/details/overview-query.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { Select } from "../ui/form/Select.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import { DevicePick } from "./DevicePick.tsx";
import { type PreviewState, type StepProps, scopeOf } from "./draft.ts";
import styles from "./firmware.module.css";

interface StepWhomProps extends StepProps {
  readonly tenantId: string;
  readonly preview: PreviewState;
}

export function StepWhom({ draft, onDraft, tenantId, preview }: StepWhomProps) {
  const t = useText();
  const choices = useChoices(draft.scope, tenantId);
  return (
    <>
      <Field label={t("firmware.rollout.scope")} required>
        {(control) => (
          <Select
            {...control}
            value={draft.scope}
            onChange={(scope) => onDraft({ scope, chosenId: "" })}
            options={SCOPE_KINDS.map((value) => ({ value, label: t(`firmware.scope.${value}`) }))}
          />
        )}
      </Field>
      {draft.scope === "device" ? (
        <DevicePick chosen={draft.deviceIds} onChange={(deviceIds) => onDraft({ deviceIds })} />
      ) : (
        <Field label={t(`firmware.scope.${draft.scope}`)} required>
          {(control) => (
            <Select
              {...control}
              value={draft.chosenId}
              onChange={(chosenId) => onDraft({ chosenId })}
              options={[{ value: "", label: t("firmware.scope.choose") }, ...choices]}
            />
          )}
        </Field>
      )}
      {scopeOf(draft) && <Preview preview={preview} />}
    </>
  );
}

const MOST_TYPES = 500;

function useChoices(scope: ScopeKind, tenantId: string) {
  const groups = useQuery({ ...groupsQuery, enabled: scope === "group" || scope === "gateway_group" }).data ?? [];
  const types = useQuery({
    queryKey: ["firmware", "types", tenantId],
    queryFn: async ({ signal }) => {
      const query = { current_page: 1, page_size: MOST_TYPES, keyword: "" };
      return (await api(listInfoModels, { params: { tenant_id: tenantId }, query }, { signal })).list;
    },
    enabled: scope === "type",
  }).data;
  const devices = useQuery({ ...overviewQuery, enabled: scope === "gateway" }).data?.rows ?? [];
  if (scope === "type") return (types ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (scope === "gateway")
    return devices.flatMap(({ id, name, class: kind }) => (kind === "gateway" ? [{ value: id, label: name }] : []));
  return groups.map(({ id, name, things_num }) => ({ value: id, label: `${name} (${things_num})` }));
}

/** The live count, and the others by name. */
function Preview({ preview: { data, error } }: { preview: PreviewState }) {
  const t = useText();
  if (error) return <FormAlert text={troubleOf(error).text} />;
  if (!data) return null;
  const others = data.total - data.idle;
  return (
    <section className={styles.preview} aria-live="polite">
      <p>
        <strong>{t("firmware.scope.count", { total: data.total, idle: data.idle })}</strong>
      </p>
      {others > 0 && (
        <>
          <p>{t("firmware.scope.others", { count: others })}</p>
          <p className={styles.reasons}>
            {LEFT_OUT.filter((reason) => data.left_out[reason] > 0).map((reason) => (
              <Chip key={reason}>{`${data.left_out[reason]} ${t(`firmware.reason.${reason}`)}`}</Chip>
            ))}
          </p>
          <ul className={styles.named}>
            {data.named.map(({ things_id, name, reason }) => (
              <li key={things_id}>
                <bdi>{name}</bdi> · {t(`firmware.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
