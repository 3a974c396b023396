import "./texts.ts";
import { getFactor, requireFactor } from "@canopy/contract/accounts/second-factor";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";

/** ACC-26: the manager's choice for everybody of the tenant. */
export function FactorRule() {
  const t = useText();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [getFactor.name],
    queryFn: async ({ signal }) => (await api(getFactor, {}, { signal })).data,
  });
  const require = useMutation({
    mutationFn: (is_required: boolean) => api(requireFactor, { body: { is_required } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [getFactor.name] }),
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
  if (!data?.may_require) return null;
  return (
    <Checkbox checked={data.is_required} onChange={(ticked) => require.mutate(ticked)}>
      {t("accounts.factor.requireAll")}
    </Checkbox>
  );
}
