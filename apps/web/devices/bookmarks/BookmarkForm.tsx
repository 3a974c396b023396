import { type Bookmark, bookmarkText, createBookmark, updateBookmark } from "@canopy/contract/devices/bookmarks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { bookmarksKey } from "./bookmark-queries.ts";
import "./bookmark-texts.ts";

/** Where a new one may stand: at the cursor, or over the chosen range. */
export interface BookmarkTimes {
  readonly cursorMs: number;
  readonly range: TimeSpan;
}

interface BookmarkFormProps {
  thingsId: string;
  times: BookmarkTimes;
  /** The one that is changed; its time stays. */
  bookmark: Bookmark | undefined;
  onClose(): void;
}

export function BookmarkForm({ thingsId, times, bookmark, onClose }: BookmarkFormProps) {
  const t = useText();
  const formats = useTimeFormats();
  const client = useQueryClient();
  const [where, setWhere] = useState<"moment" | "range">("moment");
  const form = useContractForm(bookmarkText, {
    initial: { text: bookmark?.text ?? "" },
    submit: async ({ text }) => {
      if (bookmark) {
        const { bookmark_id, from_time, to_time } = bookmark;
        await api(updateBookmark, { params: { things_id: thingsId, bookmark_id }, body: { from_time, to_time, text } });
      } else await api(createBookmark, { params: { things_id: thingsId }, body: { ...spanOf(times, where), text } });
      await client.invalidateQueries({ queryKey: bookmarksKey(thingsId) });
      onClose();
    },
  });
  const clock = (atMs: number) => formats.time(atMs).slice(11);
  const { cursorMs, range } = times;
  return (
    <FormDialog
      title={t(bookmark ? "devices.bookmark.edit" : "devices.bookmark.add")}
      action={t("devices.bookmark.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {!bookmark && (
        <Segmented
          label={t("devices.bookmark.where")}
          value={where}
          options={[
            { value: "moment", label: t("devices.bookmark.moment", { time: formats.time(cursorMs) }) },
            {
              value: "range",
              label: t("devices.bookmark.range", { from: clock(range.fromMs), to: clock(range.toMs) }),
            },
          ]}
          onChange={setWhere}
        />
      )}
      <Field label={t("devices.bookmark.text")} error={form.errorOf("text")} required>
        {(control) => <TextInput {...control} {...form.text("text")} autoFocus />}
      </Field>
    </FormDialog>
  );
}

function spanOf({ cursorMs, range }: BookmarkTimes, where: "moment" | "range") {
  const [from, to] = where === "moment" ? [cursorMs, cursorMs] : [range.fromMs, range.toMs];
  return { from_time: Math.round(from), to_time: Math.round(to) };
}
