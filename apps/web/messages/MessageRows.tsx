import type { UserMessage } from "@canopy/contract/messages/messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { join } from "../ui/join.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { messagesQuery, type Reader, type Shown } from "./message-queries.ts";
import styles from "./messages.module.css";

interface MessageRowsProps {
  reader: Reader;
  shown: Shown;
  onOpen(message: UserMessage): void;
}

export function MessageRows({ reader, shown, onOpen }: MessageRowsProps) {
  const t = useText();
  const query = useInfiniteQuery(messagesQuery(reader, shown));
  const messages = query.data?.pages.flatMap(({ list }) => list) ?? [];
  if (query.isError)
    return (
      <FailedState
        title={t("messages.bell.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.isPending) return <Skeleton />;
  if (messages.length === 0)
    return <EmptyState icon={Bell} title={t(`messages.bell.empty.${shown}`)} text={t("messages.bell.emptyNote")} />;
  return (
    <>
      <ul className={styles.list}>
        {messages.map((message) => (
          <li key={message.id}>
            <button
              type="button"
              className={join(styles.row, message.read_status === 0 && styles.unread)}
              onClick={() => onOpen(message)}
            >
              <span className={styles.dot} />
              <span className={styles.rowTitle}>{message.messageTitle}</span>
              <span className={styles.when}>
                <RelativeTime at={message.send_time} of={null} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button kind="link" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("messages.bell.older")}
        </Button>
      )}
    </>
  );
}
