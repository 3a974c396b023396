import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../platform/i18n.ts";
import { useFtpAccount } from "./file-queries.ts";
import styles from "./files.module.css";
import "./texts.ts";

/** FIL-03: the five lines to type into the terminal. */
export function FtpLines({ device }: { device: Thing }) {
  const t = useText();
  const { data } = useFtpAccount(device.id).account;
  if (!data) return null;
  const lines = [
    [t("files.ftp.server"), data.host],
    [t("files.ftp.port"), String(data.port)],
    [t("files.ftp.user"), data.user],
    [t("files.ftp.password"), t("files.ftp.passwordNote")],
    [t("files.ftp.mode"), t("files.ftp.modeNote")],
  ] as const;
  return (
    <dl className={`${styles.facts} ${styles.lines}`}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
