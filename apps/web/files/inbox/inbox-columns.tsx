import type { InboxFile } from "@canopy/contract/files/inbox";
import { codeText } from "../../platform/error-texts.ts";
import { formatBytes, formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { RelativeTime, TimeText } from "../../ui/time/TimeText.tsx";
import styles from "./inbox.module.css";

export function useInboxColumns(): readonly Column<InboxFile>[] {
  const t = useText();
  return [
    {
      key: "path",
      title: t("files.inbox.path"),
      always: true,
      card: "title",
      cell: ({ path }) => <bdi className={styles.path}>{path}</bdi>,
    },
    { key: "state", title: t("files.inbox.state"), always: true, cell: (file) => <State file={file} /> },
    { key: "device", title: t("files.inbox.device"), cell: ({ device_name }) => device_name ?? UNKNOWN },
    {
      key: "size",
      title: t("files.inbox.size"),
      align: "end",
      width: "100px",
      cell: ({ size }) => formatBytes(size),
    },
    {
      key: "changed",
      title: t("files.inbox.changed"),
      card: "aside",
      width: "140px",
      cell: ({ changed_time, things_id }) => <RelativeTime at={changed_time} of={things_id} />,
    },
    {
      key: "found",
      title: t("files.inbox.found"),
      extra: true,
      cell: ({ found_time, things_id }) => <TimeText at={found_time} of={things_id} />,
    },
  ];
}

function State({ file: { state, frames, message_code, detail } }: { file: InboxFile }) {
  const t = useText();
  if (state === "done" && frames !== null)
    return <Chip tone="green">{t("files.inbox.doneFrames", { count: formatNumber(frames) })}</Chip>;
  if (message_code === null)
    return <Chip tone={state === "done" ? "green" : "neutral"}>{t(`files.inboxState.${state}`)}</Chip>;
  const why = codeText(message_code) ?? message_code;
  return (
    <span className={styles.why}>
      <Chip tone={state === "failed" ? "urgent" : "ordinary"}>{t(`files.inboxState.${state}`)}</Chip>
      <span>
        {why}
        {detail && <bdi>: {detail}</bdi>}
      </span>
    </span>
  );
}
