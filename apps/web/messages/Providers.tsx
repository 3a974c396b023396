import "./texts.ts";
import { removeProvider } from "@canopy/contract/messages/providers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Confirm } from "../ui/form/Confirm.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import styles from "./messages.module.css";
import { ProviderCard, type ProviderRow } from "./ProviderCard.tsx";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { providersQuery } from "./provider-queries.ts";
import { TestProviderDialog } from "./TestProviderDialog.tsx";

/** TRG-06: by whom mail, text messages and calls are sent. */
export function Providers() {
  const t = useText();
  const client = useQueryClient();
  const [edited, setEdited] = useState<ProviderRow>();
  const [tested, setTested] = useState<ProviderRow>();
  const [removed, setRemoved] = useState<ProviderRow>();
  const query = useQuery(providersQuery);
  const renew = () => client.invalidateQueries(providersQuery);
  const remove = useMutation({
    mutationFn: ({ channel }: ProviderRow) => api(removeProvider, { params: { channel } }),
    onSuccess: async () => {
      setRemoved(undefined);
      addNote({ tone: "done", text: t("messages.providers.removed") });
      await renew();
    },
  });
  if (query.isPending) return <Skeleton rows={3} columns={1} />;
  if (!query.data)
    return (
      <FailedState
        title={t("messages.providers.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <>
      <p className={styles.lead}>{t("messages.providers.lead")}</p>
      <div className={styles.cards}>
        {query.data.list.map((row) => (
          <ProviderCard
            key={row.channel}
            provider={row}
            onEdit={() => setEdited(row)}
            onTest={() => setTested(row)}
            onRemove={() => setRemoved(row)}
          />
        ))}
      </div>
      {edited && (
        <ProviderDialog
          provider={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            void renew();
          }}
        />
      )}
      {tested && <TestProviderDialog channel={tested.channel} onClose={() => setTested(undefined)} />}
      <Confirm
        open={removed !== undefined}
        title={t("messages.providers.remove")}
        action={t("messages.providers.remove")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => removed && remove.mutate(removed)}
        onClose={() => setRemoved(undefined)}
      >
        {t("messages.providers.removeNote")}
      </Confirm>
    </>
  );
}
