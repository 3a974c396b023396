import "./texts.ts";
import { getOidc, removeOidc } from "@canopy/contract/accounts/oidc";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { CompanyProviderForm } from "./CompanyProviderForm.tsx";

/** OPS-07: the tenant's own OpenID provider; for its manager. */
export function CompanyProvider() {
  const t = useText();
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [getOidc.name],
    queryFn: async ({ signal }) => (await api(getOidc, {}, { signal })).data,
    // What is being typed is not replaced by what was read again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reread = () => client.invalidateQueries({ queryKey: [getOidc.name] });
  const remove = useMutation({
    mutationFn: () => api(removeOidc, {}),
    onSuccess: async () => {
      setRemoving(false);
      await reread();
    },
  });
  if (error)
    return <FailedState title={t("accounts.oidc.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={5} columns={1} />;
  return (
    <>
      <CompanyProviderForm
        key={dataUpdatedAt}
        saved={data}
        onSaved={() => void reread()}
        onRemove={() => setRemoving(true)}
      />
      <Confirm
        open={isRemoving}
        title={t("accounts.oidc.removeTitle")}
        action={t("accounts.oidc.remove")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        {t("accounts.oidc.removeNote")}
      </Confirm>
    </>
  );
}
