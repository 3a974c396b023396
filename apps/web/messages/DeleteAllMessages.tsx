import { useInfiniteQuery } from "@tanstack/react-query";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Confirm } from "../ui/form/Confirm.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { messagesQuery, type Reader } from "./message-queries.ts";

interface DeleteAllMessagesProps {
  reader: Reader;
  open: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks with the number of messages to delete, read or not. */
export function DeleteAllMessages({ reader, open, onConfirm, onClose }: DeleteAllMessagesProps) {
  const t = useText();
  const all = useInfiniteQuery({ ...messagesQuery(reader, "all"), enabled: open });
  const count = all.data?.pages[0]?.pagination.total_size;
  const askAgain = () => void all.refetch();
  return (
    <Confirm
      open={open}
      title={t("messages.bell.deleteAll")}
      action={t("messages.bell.deleteAll")}
      busy={count === undefined && all.isFetching}
      onConfirm={count === undefined ? askAgain : onConfirm}
      onClose={onClose}
    >
      {count !== undefined && t("messages.bell.deleteNote", { count })}
      {count === undefined && all.isError && (
        <FailedState title={t("messages.bell.failed")} trouble={troubleOf(all.error)} onRetry={askAgain} />
      )}
    </Confirm>
  );
}
