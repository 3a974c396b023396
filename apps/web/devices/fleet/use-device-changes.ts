import { exportThings, favouriteThings } from "@canopy/contract/devices/bulk-things";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { saveText } from "../config/save-text.ts";
import { changeRows, GROUPS_KEY, LABELS_KEY, OVERVIEW_KEY } from "../details/overview-query.ts";
import { isGone } from "../device-query.ts";
import "./list-texts.ts";

/** Changes of the list without a dialog, and the common part of every change. */
export function useDeviceChanges() {
  const t = useText();
  const client = useQueryClient();

  const renew = useCallback(() => {
    for (const queryKey of [OVERVIEW_KEY, LABELS_KEY, GROUPS_KEY]) void client.invalidateQueries({ queryKey });
  }, [client]);

  /** A device was deleted meanwhile: the list is asked for again, and the person told. */
  const onGone = useCallback(
    (problem: unknown): boolean => {
      if (!isGone(problem)) return false;
      addNote({ tone: "ordinary", text: t("devices.list.gone") });
      renew();
      return true;
    },
    [renew, t],
  );
  const failed = useCallback(
    (problem: unknown) => {
      if (!onGone(problem)) addNote({ tone: "urgent", text: troubleOf(problem).text });
      renew();
    },
    [onGone, renew],
  );

  return useMemo(
    () => ({
      renew,
      onGone,
      favourite(rows: readonly OverviewRow[], favourite: boolean) {
        const ids = rows.map(({ id }) => id);
        changeRows(client, new Set(ids), (row) => ({ ...row, favourite }));
        api(favouriteThings, { body: { things_ids: ids, favourite } }).catch(failed);
      },
      async exportRows(rows: readonly OverviewRow[]) {
        try {
          const csv = await api(exportThings, { body: { things_ids: rows.map(({ id }) => id) } });
          saveText(csv, "devices.csv");
          addNote({ tone: "done", text: t("devices.act.exported", { count: rows.length }) });
        } catch (problem) {
          failed(problem);
        }
      },
      removed(ids: ReadonlySet<string>) {
        changeRows(client, ids, () => undefined);
        renew();
      },
    }),
    [client, renew, onGone, failed, t],
  );
}
