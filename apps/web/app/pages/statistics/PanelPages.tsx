import { createPanel, createShare } from "@canopy/contract/statistics/panels";
import { useNavigate } from "@tanstack/react-router";
import { mayCall } from "../../../accounts/permissions.ts";
import { PanelList } from "../../../statistics/panels/PanelList.tsx";
import { PanelView } from "../../../statistics/panels/PanelView.tsx";
import { usePageSearch } from "../../use-page-search.ts";

const LIST = "/Container/Panels";
const EDITOR = "/Container/Panels/Editor";
/** In the address: the panel is being designed. */
const EDITING = "1";

/** STA-05 */
export function PanelsPage() {
  const navigate = useNavigate();
  return (
    <PanelList
      mayWrite={mayCall(createPanel)}
      onOpen={(id, isEditing) => void navigate({ to: EDITOR, search: { id, ...(isEditing && { edit: EDITING }) } })}
    />
  );
}

export function PanelPage() {
  const navigate = useNavigate();
  const { search, onSearch } = usePageSearch();
  return (
    <PanelView
      key={search.id}
      id={search.id ?? ""}
      isEditing={search.edit === EDITING}
      mayWrite={mayCall(createPanel)}
      isManager={mayCall(createShare)}
      onEdit={(isEditing) => onSearch({ edit: isEditing ? EDITING : undefined })}
      onBack={() => void navigate({ to: LIST })}
    />
  );
}
