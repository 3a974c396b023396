import { type Bookmark, createBookmark, deleteBookmark } from "@canopy/contract/devices/bookmarks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { BookmarkForm, type BookmarkTimes } from "./BookmarkForm.tsx";
import { bookmarksKey, bookmarksQuery, MOST_BOOKMARKS } from "./bookmark-queries.ts";
import styles from "./bookmarks.module.css";
import "./bookmark-texts.ts";

interface BookmarkDialogsProps {
  thingsId: string;
  times: BookmarkTimes;
  /** Opened to add one: nothing but the form. */
  isNew: boolean;
  onGo(bookmark: Bookmark): void;
  onClose(): void;
}

type Shown = { kind: "list" } | { kind: "form"; bookmark?: Bookmark } | { kind: "delete"; bookmark: Bookmark };

/** DEV-13: the bookmarks of a device: search, go there, add, change, delete. One dialog at a time. */
export function BookmarkDialogs({ thingsId, times, isNew, onGo, onClose }: BookmarkDialogsProps) {
  const [shown, setShown] = useState<Shown>({ kind: isNew ? "form" : "list" });
  const toList = () => setShown({ kind: "list" });
  if (shown.kind === "form")
    return (
      <BookmarkForm thingsId={thingsId} times={times} bookmark={shown.bookmark} onClose={isNew ? onClose : toList} />
    );
  if (shown.kind === "delete") return <DeleteBookmark thingsId={thingsId} bookmark={shown.bookmark} onClose={toList} />;
  return <BookmarkList thingsId={thingsId} onGo={onGo} onShow={setShown} onClose={onClose} />;
}

interface BookmarkListProps extends Pick<BookmarkDialogsProps, "thingsId" | "onGo" | "onClose"> {
  onShow(shown: Shown): void;
}

function BookmarkList({ thingsId, onGo, onShow, onClose }: BookmarkListProps) {
  const t = useText();
  const [word, setWord] = useState("");
  const query = useQuery(bookmarksQuery(thingsId, word === "" ? {} : { keyword: word }));
  const { data, error } = query;
  return (
    <Dialog open title={t("devices.bookmark.title")} drawer width={480} onClose={onClose}>
      <div className={styles.list}>
        <div className={styles.tools}>
          <TextInput
            icon={Search}
            aria-label={t("devices.bookmark.search")}
            placeholder={t("devices.bookmark.search")}
            maxLength={64}
            value={word}
            onChange={setWord}
          />
          <Button icon={Plus} denied={callDenied(createBookmark)} onClick={() => onShow({ kind: "form" })}>
            {t("devices.bookmark.add")}
          </Button>
        </div>
        {error && (
          <FailedState
            title={t("devices.bookmark.failed")}
            trouble={troubleOf(error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {!data && !error && <Skeleton rows={4} columns={1} />}
        {data?.list.length === 0 && (
          <p className={styles.note}>
            {word === "" ? t("devices.bookmark.empty") : t("devices.bookmark.none", { word })}
          </p>
        )}
        <ul className={styles.rows}>
          {data?.list.map((bookmark) => (
            <BookmarkRow key={bookmark.bookmark_id} bookmark={bookmark} onGo={onGo} onShow={onShow} />
          ))}
        </ul>
        {data && data.pagination.total_size > MOST_BOOKMARKS && (
          <p className={styles.note}>{t("devices.bookmark.more", { count: MOST_BOOKMARKS })}</p>
        )}
      </div>
    </Dialog>
  );
}

function BookmarkRow({ bookmark, onGo, onShow }: Pick<BookmarkListProps, "onGo" | "onShow"> & { bookmark: Bookmark }) {
  const t = useText();
  const formats = useTimeFormats();
  const { text, author, from_time, to_time, is_own } = bookmark;
  const denied = is_own ? undefined : t("devices.bookmark.notOwn", { author });
  const until = to_time > from_time ? ` – ${formats.time(to_time).slice(11)}` : "";
  return (
    <li>
      <button type="button" className={styles.go} onClick={() => onGo(bookmark)}>
        <strong>
          <bdi>{text}</bdi>
        </strong>
        <span>
          {formats.time(from_time)}
          {until} · <bdi>{author}</bdi>
        </span>
      </button>
      <IconButton
        icon={Pencil}
        label={t("devices.bookmark.editOne", { text })}
        denied={denied}
        onClick={() => onShow({ kind: "form", bookmark })}
      />
      <IconButton
        icon={Trash2}
        label={t("devices.bookmark.deleteOne", { text })}
        denied={denied}
        onClick={() => onShow({ kind: "delete", bookmark })}
      />
    </li>
  );
}

interface DeleteBookmarkProps {
  thingsId: string;
  bookmark: Bookmark;
  onClose(): void;
}

function DeleteBookmark({ thingsId, bookmark: { bookmark_id, text }, onClose }: DeleteBookmarkProps) {
  const t = useText();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(deleteBookmark, { params: { things_id: thingsId, bookmark_id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: bookmarksKey(thingsId) });
      onClose();
    },
  });
  return (
    <Confirm
      open
      title={t("devices.bookmark.deleteTitle")}
      action={t("devices.bookmark.delete")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t("devices.bookmark.deleteNote", { text })}
    </Confirm>
  );
}
