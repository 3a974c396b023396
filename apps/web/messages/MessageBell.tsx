import "./texts.ts";
import type { UserMessage } from "@canopy/contract/messages/messages";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Bell, Ellipsis, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Menu } from "../ui/float/Menu.tsx";
import { Popover } from "../ui/float/Popover.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { join } from "../ui/join.ts";
import { Icon } from "../ui/marks/Icon.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { DeleteAllMessages } from "./DeleteAllMessages.tsx";
import { DialogMessages } from "./DialogMessages.tsx";
import { MessageDialog } from "./MessageDialog.tsx";
import { MessageRows } from "./MessageRows.tsx";
import { dialogsQuery, messagesQuery, type Reader, type Shown, useMarkMessages } from "./message-queries.ts";
import styles from "./messages.module.css";

const MOST_SHOWN = 99;

interface MessageBellProps {
  reader: Reader;
  /** The class of the button in the header. */
  className: string | undefined;
  /** Below the messages; `close` closes the bell. */
  foot?: (close: () => void) => ReactNode;
}

/** MSG-01: the bell with the number of unread messages, and the list. */
export function MessageBell({ reader, className, foot }: MessageBellProps) {
  const t = useText();
  const [shown, setShown] = useState<Shown>("unread");
  const [opened, setOpened] = useState<UserMessage>();
  const [isDeleting, setIsDeleting] = useState(false);
  const unread = useInfiniteQuery(messagesQuery(reader, "unread"));
  const dialogs = useQuery(dialogsQuery(reader));
  const mark = useMarkMessages(reader);
  const count = unread.data?.pages[0]?.pagination.total_size ?? 0;
  const label = count > 0 ? t("messages.bell.unreadLabel", { count }) : t("messages.bell.label");
  const open = (message: UserMessage) => {
    setOpened(message);
    if (message.read_status === 0) mark.mutate({ id: message.id, as: "read" });
  };
  return (
    <>
      <Popover
        label={t("messages.bell.label")}
        align="end"
        sheet
        trigger={(props) => (
          <button type="button" {...props} className={className} title={label}>
            <Icon of={Bell} label={label} />
            {count > 0 && (
              <span className={join(styles.badge, unread.isError && styles.stale)} aria-hidden="true">
                {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
              </span>
            )}
          </button>
        )}
      >
        {(close) => (
          <div className={styles.bell}>
            <div className={styles.bellHead}>
              <Segmented<Shown>
                label={t("messages.bell.which")}
                options={[
                  {
                    value: "unread",
                    label: count > 0 ? t("messages.bell.unreadCount", { count }) : t("messages.bell.unread"),
                  },
                  { value: "all", label: t("messages.bell.all") },
                ]}
                value={shown}
                onChange={setShown}
              />
              <span className={styles.bellTools}>
                <Menu
                  label={t("messages.bell.more")}
                  trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("messages.bell.more")} />}
                  items={[
                    { key: "read", label: t("messages.bell.readAll"), onSelect: () => mark.mutate({ as: "read" }) },
                    {
                      key: "delete",
                      label: t("messages.bell.deleteAll"),
                      danger: true,
                      onSelect: () => {
                        close();
                        setIsDeleting(true);
                      },
                    },
                  ]}
                />
                <span className={styles.onlySheet}>
                  <IconButton icon={X} label={t("messages.bell.close")} onClick={close} />
                </span>
              </span>
            </div>
            <MessageRows
              reader={reader}
              shown={shown}
              onOpen={(message) => {
                close();
                open(message);
              }}
            />
            {foot?.(close)}
          </div>
        )}
      </Popover>
      <MessageDialog message={opened} onClose={() => setOpened(undefined)} />
      <DialogMessages
        unread={dialogs.data?.list ?? NONE}
        isHeld={opened !== undefined}
        onShown={(id) => mark.mutate({ id, as: "read" })}
      />
      <DeleteAllMessages
        reader={reader}
        open={isDeleting}
        onConfirm={() => {
          setIsDeleting(false);
          mark.mutate({ as: "deleted" });
        }}
        onClose={() => setIsDeleting(false)}
      />
    </>
  );
}

const NONE: readonly UserMessage[] = [];
