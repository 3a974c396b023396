import { useNavigate } from "@tanstack/react-router";
import { FENCE_FILTERS, FenceList } from "../../../places/fences/FenceList.tsx";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

/** GPS-02 */
export function EFenceManagerPage() {
  const navigate = useNavigate();
  const list = useListState("places.fences", { filterKeys: FENCE_FILTERS });
  return (
    <TitledPage title="app.page.fences">
      <FenceList
        {...list}
        onOpen={(id) =>
          void navigate({ to: "/Container/EFenceManager/EFenceEditor", search: id === undefined ? {} : { id } })
        }
        onDevice={(id) => void navigate({ to: "/Container/TrailingMap", search: { id } })}
      />
    </TitledPage>
  );
}
