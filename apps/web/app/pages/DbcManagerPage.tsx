import { useNavigate } from "@tanstack/react-router";
import { DbcManager } from "../../signals/DbcManager.tsx";
import { usePageSearch } from "../use-page-search.ts";

/** DBC-01 */
export function DbcManagerPage() {
  const navigate = useNavigate();
  const { search, onSearch } = usePageSearch();
  return (
    <DbcManager
      search={search}
      onSearch={onSearch}
      onImport={(into) => void navigate({ to: "/Container/DBCImportPage", search: into ? { into } : {} })}
    />
  );
}
