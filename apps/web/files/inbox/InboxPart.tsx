import "./inbox-texts.ts";
import type { Inbox } from "@canopy/contract/files/inbox";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { InboxFiles } from "./InboxFiles.tsx";
import { InboxRules } from "./InboxRules.tsx";
import { InboxTry } from "./InboxTry.tsx";
import styles from "./inbox.module.css";
import { inboxQuery } from "./inbox-queries.ts";
import type { DraftRule } from "./inbox-rules.ts";
import type { DeviceChooser } from "./RuleRow.tsx";

interface InboxPartProps extends ListProps {
  chooser: DeviceChooser;
  nameOf(thingsId: string): string;
  onOpenDevice(thingsId: string): void;
}

/** The inbox of the tenant: where it is, which file goes to which device, and what became of files. */
export function InboxPart(props: InboxPartProps) {
  const t = useText();
  const query = useQuery(inboxQuery);
  if (query.isPending) return <Skeleton rows={5} columns={2} />;
  if (!query.data)
    return (
      <FailedState
        title={t("files.inbox.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <div className={styles.page}>
      <Place inbox={query.data} />
      <Rules {...props} inbox={query.data} />
      <InboxFiles {...props} />
    </div>
  );
}

function Place({ inbox }: { inbox: Inbox }) {
  const t = useText();
  const { place, is_folder, rules, looked_time, message_code, skipped } = inbox;
  return (
    <>
      <p className={styles.lead}>{t("files.inbox.lead")}</p>
      <section className={styles.place} aria-label={t("files.inbox.place")}>
        <span className={styles.quiet}>{t(is_folder ? "files.inbox.placeFolder" : "files.inbox.placeBucket")}</span>
        <code>{place}</code>
        <CopyButton text={place} />
        {rules.length === 0 ? (
          <span className={styles.quiet}>{t("files.inbox.notWatched")}</span>
        ) : (
          <span className={styles.quiet}>
            {t("files.inbox.looked")} <RelativeTime at={looked_time} />
          </span>
        )}
      </section>
      {message_code !== null && <Banner level="ordinary" title={codeText(message_code) ?? t("files.inbox.away")} />}
      {skipped > 0 && <Banner level="tip" title={t("files.inbox.skipped", { count: formatNumber(skipped) })} />}
    </>
  );
}

function Rules({ inbox, chooser, nameOf }: InboxPartProps & { inbox: Inbox }) {
  // Edited apart from what is saved: a look at the inbox meanwhile changes nothing in the form.
  const [edited, setEdited] = useState<readonly DraftRule[]>();
  const saved = inbox.rules.map((rule, key): DraftRule => {
    return { ...rule, key, deviceName: rule.things_id === null ? "" : nameOf(rule.things_id) };
  });
  const rules = edited ?? saved;
  return (
    <div className={styles.cards}>
      <InboxRules rules={rules} onRules={setEdited} chooser={chooser} />
      <InboxTry rules={rules} />
    </div>
  );
}
