import { hashText } from "@canopy/contract/device-link/config-hash";
import type { ConfigVersion } from "@canopy/contract/devices/configuration";
import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Pager } from "../../ui/list/Pager.tsx";
import { useOwnPages } from "../../ui/list/use-own-pages.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import parts from "../parts.module.css";
import { ConfigChanges } from "./ConfigChanges.tsx";
import { ConfigStateChip } from "./ConfigStateChip.tsx";
import { versionsQuery } from "./config-queries.ts";
import styles from "./review.module.css";

interface ConfigVersionsProps {
  thingsId: string;
  denied: string | undefined;
  newest: unknown;
  onRestore(version: ConfigVersion): void;
  onClose(): void;
}

/** All versions with author, time and note; each can be compared with the newest and restored. */
export function ConfigVersions({ thingsId, denied, newest, onRestore, onClose }: ConfigVersionsProps) {
  const t = useText();
  const { page, size, pagingOf } = useOwnPages("devices.configVersions");
  const { data, error, refetch } = useQuery(versionsQuery(thingsId, page, size));
  const failed = error && !data;
  return (
    <Dialog open drawer width={720} title={t("devices.config.versions")} onClose={onClose}>
      {failed && <FailedState title={t("ui.list.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />}
      {!data && !failed && <Skeleton rows={4} columns={2} />}
      {data && data.list.length === 0 && <EmptyState icon={History} title={t("devices.config.noVersions")} />}
      <ol className={styles.versions}>
        {data?.list.map((version, i) => (
          <li key={version.version}>
            <VersionEntry
              version={version}
              isNewest={page === 1 && i === 0}
              newest={newest}
              denied={denied}
              onRestore={() => onRestore(version)}
            />
          </li>
        ))}
      </ol>
      {data && data.list.length > 0 && (
        <Pager list={t("devices.config.versions")} paging={pagingOf(data.pagination.total_size)} />
      )}
    </Dialog>
  );
}

interface EntryProps {
  version: ConfigVersion;
  isNewest: boolean;
  newest: unknown;
  denied: string | undefined;
  onRestore(): void;
}

function VersionEntry({ version, isNewest, newest, denied, onRestore }: EntryProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const origin =
    version.restored_from === null
      ? t(`devices.config.origin.${version.origin}`)
      : t("devices.config.restoredFrom", { version: version.restored_from });
  return (
    <article className={styles.version}>
      <header>
        <h3>{t("devices.config.version", { version: version.version })}</h3>
        <ConfigStateChip state={version.state} />
        <code className={parts.quiet}>{hashText(version.hash)}</code>
      </header>
      <p>{version.note || <span className={parts.quiet}>{t("devices.config.noNote")}</span>}</p>
      <p className={styles.facts}>
        <span>{version.author}</span>
        <TimeText at={version.time} />
        <span>{origin}</span>
      </p>
      {version.problem && <p className={parts.problem}>{codeText(version.problem) ?? version.problem}</p>}
      {!isNewest && (
        <div className={styles.versionActions}>
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t("devices.config.compare")}
          </Button>
          <Button denied={denied} onClick={onRestore}>
            {t("devices.config.restore")}
          </Button>
        </div>
      )}
      {isOpen && <ConfigChanges from={newest} to={version.config} />}
    </article>
  );
}
