import { useNavigate } from "@tanstack/react-router";
import { useText } from "../../../platform/i18n.ts";
import { DbcImportView } from "../../../signals/dbc/DbcImportView.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { usePageSearch } from "../../use-page-search.ts";
import styles from "../pages.module.css";

/** DBC-01 */
export function DbcImportPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search } = usePageSearch();
  const open = (dbc: string | undefined) =>
    void navigate({ to: "/Container/DBCManager", search: dbc === undefined ? {} : { dbc } });
  return (
    <>
      <PageHeader title={t("app.page.dbcImport")} onBack={() => open(search.into)} />
      <div className={styles.list}>
        <DbcImportView key={search.into ?? ""} into={search.into} onOpen={open} />
      </div>
    </>
  );
}
