import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { addNote } from "../../ui/float/notes.ts";
import { addressOfPage } from "../kept-addresses.ts";
import type { PagePath } from "../page-table.ts";

interface EditDeleteOptions {
  queryKey: QueryKey;
  /** The page to return to after the deletion. */
  list: PagePath;
  saved: string;
  deleted: string;
}

/** The two dialogs of a page about one object: which one is open, and the effects of saving and deleting. */
export function useEditDelete({ queryKey, list, saved, deleted }: EditDeleteOptions) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"edit" | "delete">();
  return {
    asking,
    ask: setAsking,
    close: () => setAsking(undefined),
    onSaved: () => {
      setAsking(undefined);
      addNote({ tone: "done", text: saved });
      void client.invalidateQueries({ queryKey });
    },
    onDeleted: async () => {
      addNote({ tone: "done", text: deleted });
      await navigate({ href: addressOfPage(list) });
      await client.invalidateQueries({ queryKey });
    },
  };
}
