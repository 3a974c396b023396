import type { Thing } from "@canopy/contract/devices/thing";
import { newFtpPassword, setFtpQuota } from "@canopy/contract/files/ftp-account";
import { KeyRound, Pencil } from "lucide-react";
import { useState } from "react";
import { deniedOn } from "../devices/details/may-change.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { FtpAccountDialog } from "./FtpAccountDialog.tsx";
import { useFtpAccount } from "./file-queries.ts";
import styles from "./files.module.css";

/** Address, user and space in one line; the password is shown once, when it is made. */
export function FtpAccount({ device }: { device: Thing }) {
  const t = useText();
  const { account, renew, resize } = useFtpAccount(device.id);
  const [asking, setAsking] = useState<"password" | "space">();
  const { data, error, refetch } = account;
  if (!data && error)
    return <FailedState title={t("files.ftp.account")} trouble={troubleOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} columns={4} />;
  const address = `ftp://${data.host}:${data.port}`;
  const close = () => setAsking(undefined);
  const title = t(data.is_open ? "files.ftp.renew" : "files.ftp.open");
  return (
    <section className={styles.account} aria-label={t("files.ftp.account")}>
      <span>
        {address} <CopyButton text={address} />
      </span>
      <span>
        {t("files.ftp.user")} {data.user} <CopyButton text={data.user} />
      </span>
      <span>
        {t("files.ftp.used", { used: formatBytes(data.used), quota: formatBytes(data.quota) })}
        {data.is_open && (
          <IconButton
            icon={Pencil}
            label={t("files.ftp.resize")}
            denied={deniedOn(device, setFtpQuota)}
            onClick={() => setAsking("space")}
          />
        )}
      </span>
      <span className={styles.quiet}>
        {t("files.ftp.last")} <RelativeTime at={data.last_upload} />
      </span>
      <Button icon={KeyRound} denied={deniedOn(device, newFtpPassword)} onClick={() => setAsking("password")}>
        {title}
      </Button>
      {asking === "password" && (
        <FtpAccountDialog title={title} quota={data.quota} onSubmit={renew.mutateAsync} onClose={close}>
          {data.is_open && <p>{t("files.ftp.renewNote", { device: device.name })}</p>}
        </FtpAccountDialog>
      )}
      {asking === "space" && (
        <FtpAccountDialog
          title={t("files.ftp.resize")}
          quota={data.quota}
          onSubmit={async (quota) => quota !== undefined && resize.mutateAsync(quota)}
          onClose={close}
        />
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
