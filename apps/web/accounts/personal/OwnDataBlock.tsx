import { closeAccount, getClosing, type Profile } from "@canopy/contract/accounts/personal";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, UserX } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import styles from "./personal.module.css";
import { useOwnArchive } from "./use-own-archive.ts";

interface OwnDataBlockProps {
  profile: Profile;
  /** The account is closed: the session with it. */
  onClosed(): void;
}

/** ACC-26: what the product knows of a person, and the end of the account. */
export function OwnDataBlock({ profile, onClosed }: OwnDataBlockProps) {
  const t = useText();
  const [isClosing, setClosing] = useState(false);
  const archive = useOwnArchive();
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t("accounts.personal.exportNote")}</p>
      <div className={styles.acts}>
        <Button icon={Download} busy={archive.busy} onClick={archive.make}>
          {t("accounts.personal.export")}
        </Button>
        <Button kind="danger" icon={UserX} onClick={() => setClosing(true)}>
          {t("accounts.personal.close")}
        </Button>
      </div>
      {isClosing && <CloseDialog profile={profile} onClosed={onClosed} onClose={() => setClosing(false)} />}
    </div>
  );
}

/** Everything else that goes, by its number. */
function Gone({ goes }: { goes: Reply<typeof getClosing>["data"]["goes"] }) {
  const t = useText();
  return (
    <>
      <p>{t("accounts.closing.goes")}</p>
      <ul className={styles.gone}>
        {goes.map(({ kind, count, bytes }) => (
          <li key={kind}>
            {t(`accounts.closing.${kind}`, { count: formatNumber(count) })}
            {bytes !== null && ` (${formatBytes(bytes)})`}
          </li>
        ))}
      </ul>
    </>
  );
}

function CloseDialog({ profile, onClosed, onClose }: OwnDataBlockProps & { onClose(): void }) {
  const t = useText();
  const counted = useQuery({
    queryKey: [getClosing.name],
    queryFn: async ({ signal }) => (await api(getClosing, {}, { signal })).data,
    staleTime: 0,
  });
  const closing = useMutation({
    mutationFn: (password: string) => api(closeAccount, { body: { name: profile.name, password } }),
    onSuccess: ({ message }) => {
      addNote({ tone: "done", text: message });
      onClosed();
    },
  });
  const title = t("accounts.personal.closeTitle", { name: profile.name });
  if (!counted.data) {
    return (
      <Dialog open title={title} onClose={onClose}>
        {counted.error ? (
          <FailedState
            title={t("accounts.closing.failed")}
            trouble={troubleOf(counted.error)}
            onRetry={() => void counted.refetch()}
          />
        ) : (
          <Skeleton rows={3} columns={1} />
        )}
      </Dialog>
    );
  }
  const { sessions, tokens, sub_users, devices, goes } = counted.data;
  return (
    <Confirm
      open
      title={title}
      action={t("accounts.personal.closeAction")}
      word={profile.name}
      asksPassword
      busy={closing.isPending}
      error={closing.error ? troubleOf(closing.error).text : undefined}
      onConfirm={(password) => closing.mutate(password)}
      onClose={onClose}
    >
      {t(profile.is_sub_user ? "accounts.personal.closeSub" : "accounts.personal.closeTenant", {
        sessions: formatNumber(sessions),
        tokens: formatNumber(tokens),
        subUsers: formatNumber(sub_users),
        devices: formatNumber(devices),
      })}
      {goes.length > 0 && <Gone goes={goes} />}
    </Confirm>
  );
}
