import type { Thing } from "@canopy/contract/devices/thing";
import { newFtpPassword } from "@canopy/contract/files/ftp-account";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { deniedOn } from "../devices/details/may-change.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { useFtpAccount } from "./file-queries.ts";
import styles from "./files.module.css";

/** Address, user and space in one line; the password is shown once, when it is made. */
export function FtpAccount({ device }: { device: Thing }) {
  const t = useText();
  const { account, renew } = useFtpAccount(device.id);
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = account;
  if (!data && error)
    return <FailedState title={t("files.ftp.account")} trouble={troubleOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} columns={4} />;
  const address = `ftp://${data.host}:${data.port}`;
  const make = () => (data.is_open ? setAsking(true) : renew.mutate());
  return (
    <section className={styles.account} aria-label={t("files.ftp.account")}>
      <span>
        {address} <CopyButton text={address} />
      </span>
      <span>
        {t("files.ftp.user")} {data.user} <CopyButton text={data.user} />
      </span>
      <span>{t("files.ftp.used", { used: formatBytes(data.used), quota: formatBytes(data.quota) })}</span>
      <span className={styles.quiet}>
        {t("files.ftp.last")} <RelativeTime at={data.last_upload} />
      </span>
      <Button icon={KeyRound} denied={deniedOn(device, newFtpPassword)} busy={renew.isPending} onClick={make}>
        {t(data.is_open ? "files.ftp.renew" : "files.ftp.open")}
      </Button>
      {isAsking && (
        <FormDialog
          title={t("files.ftp.renew")}
          action={t("files.ftp.renew")}
          busy={renew.isPending}
          error={renew.error ? troubleOf(renew.error).text : undefined}
          onSubmit={(event) => {
            event.preventDefault();
            if (!renew.isPending) renew.mutate(undefined, { onSuccess: () => setAsking(false) });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t("files.ftp.renewNote", { device: device.name })}</p>
        </FormDialog>
      )}
      {renew.data && (
        <NewPassword address={address} user={data.user} password={renew.data.password} onClose={renew.reset} />
      )}
    </section>
  );
}

interface NewPasswordProps {
  address: string;
  user: string;
  password: string;
  onClose(): void;
}

function NewPassword({ address, user, password, onClose }: NewPasswordProps) {
  const t = useText();
  return (
    <Dialog
      open
      title={t("files.ftp.new")}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("ui.action.close")}</Button>}
    >
      <p>{t("files.ftp.newNote")}</p>
      <dl className={styles.facts}>
        <dt>{t("files.ftp.server")}</dt>
        <dd>
          {address} <CopyButton text={address} />
        </dd>
        <dt>{t("files.ftp.user")}</dt>
        <dd>
          {user} <CopyButton text={user} />
        </dd>
        <dt>{t("files.ftp.password")}</dt>
        <dd>
          <code data-testid="ftp-password">{password}</code> <CopyButton text={password} />
        </dd>
      </dl>
    </Dialog>
  );
}
