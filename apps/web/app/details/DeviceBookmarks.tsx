import { Bookmark as BookmarkIcon } from "lucide-react";
import { Suspense, useState } from "react";
import "../../devices/bookmarks/bookmark-texts.ts";
import { zoomOn } from "../../frames/time-bar/time-bar-shape.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { pageKeysStore, usePageKeys } from "../../ui/keys/page-keys.ts";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { Timeline } from "../../ui/time/timeline.ts";

const BookmarkDialogs = lazyPage(() => import("../../devices/bookmarks/BookmarkDialogs.tsx"), "BookmarkDialogs");

/** DEV-13: the way to the bookmarks of a device; B adds one at the cursor, Shift-B where the part of the page has its own B. */
export function DeviceBookmarks({ thingsId, timeline }: { thingsId: string; timeline: Timeline }) {
  const t = useText();
  const [opened, setOpened] = useState<"list" | "new">();
  const title = t("devices.bookmark.title");
  const isTaken = useStore(pageKeysStore).some(
    (group) => group.title !== title && group.hints.some(({ keys }) => keys.some((one) => one.join() === "B")),
  );
  usePageKeys(title, [
    {
      keys: isTaken ? [["Shift", "B"]] : [["B"]],
      text: t("devices.bookmark.key"),
      binding: isTaken ? "Shift+B" : "b",
      onPress: () => setOpened("new"),
    },
  ]);
  const { range, cursorMs, setRange, setCursor } = timeline;
  const close = () => setOpened(undefined);
  return (
    <>
      <IconButton icon={BookmarkIcon} label={t("devices.bookmark.open")} onClick={() => setOpened("list")} />
      {opened && (
        <Suspense>
          <BookmarkDialogs
            thingsId={thingsId}
            times={{ cursorMs: cursorMs ?? range.toMs, range }}
            isNew={opened === "new"}
            onGo={({ from_time, to_time }) => {
              const zoomed = zoomOn([{ atMs: from_time, toMs: to_time }], range, Date.now());
              if (zoomed) setRange(zoomed, from_time);
              else setCursor(from_time);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
