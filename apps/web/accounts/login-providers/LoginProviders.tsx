import "./texts.ts";
import { removeLoginProvider } from "@canopy/contract/accounts/login-providers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import layout from "../../ui/layout.module.css";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { LoginProviderCard } from "./LoginProviderCard.tsx";
import { LoginProviderDialog } from "./LoginProviderDialog.tsx";
import styles from "./login-providers.module.css";
import { type LoginProviderRow, loginProvidersQuery } from "./login-providers-query.ts";

/** USR-08: over which sites people sign in. */
export function LoginProviders() {
  const t = useText();
  const client = useQueryClient();
  const [edited, setEdited] = useState<LoginProviderRow>();
  const [removed, setRemoved] = useState<LoginProviderRow>();
  const query = useQuery(loginProvidersQuery);
  const renew = () => client.invalidateQueries(loginProvidersQuery);
  const remove = useMutation({
    mutationFn: ({ kind }: LoginProviderRow) => api(removeLoginProvider, { params: { kind } }),
    onSuccess: async ({ message }) => {
      setRemoved(undefined);
      addNote({ tone: "done", text: message });
      await renew();
    },
  });
  return (
    <section className={styles.section} aria-labelledby="login-providers">
      <h2 id="login-providers">{t("accounts.loginProviders.title")}</h2>
      <p className={`${layout.note} ${styles.lead}`}>{t("accounts.loginProviders.lead")}</p>
      {query.isPending && <Skeleton rows={1} columns={1} />}
      {query.isError && !query.data && (
        <FailedState
          title={t("accounts.loginProviders.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      <div className={styles.cards}>
        {query.data?.list.map((row) => (
          <LoginProviderCard
            key={row.kind}
            provider={row}
            onEdit={() => setEdited(row)}
            onRemove={() => setRemoved(row)}
          />
        ))}
      </div>
      {edited && (
        <LoginProviderDialog
          provider={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            void renew();
          }}
        />
      )}
      <Confirm
        open={removed !== undefined}
        title={t("accounts.loginProviders.remove")}
        action={t("accounts.loginProviders.remove")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => removed && remove.mutate(removed)}
        onClose={() => setRemoved(undefined)}
      >
        {t("accounts.loginProviders.removeNote")}
      </Confirm>
    </section>
  );
}
