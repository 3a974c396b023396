import type { TenantFile } from "@canopy/contract/files/tenant-files";
import { Download, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { DataTable } from "../../ui/list/DataTable.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import styles from "./tenant.module.css";
import { useTenantFiles } from "./tenant-file-queries.ts";
import { UploadTenantFile } from "./UploadTenantFile.tsx";
import "./texts.ts";

/** FIL-05: the tenant's own files. */
export function TenantFiles({ tenantId }: { tenantId: string }) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [doomed, setDoomed] = useState<TenantFile>();
  const { list, upload, remove, download } = useTenantFiles(tenantId);
  const { data, error, refetch } = list;
  return (
    <section className={styles.files} aria-label={t("files.tenant.title")}>
      <header className={styles.head}>
        <h3>{t("files.tenant.title")}</h3>
        <Button icon={Upload} onClick={() => setAdding(true)}>
          {t("files.tenant.upload")}
        </Button>
      </header>
      {!data && error && (
        <FailedState title={t("files.tenant.title")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton rows={2} columns={4} />}
      {data?.length === 0 && <p>{t("files.tenant.none")}</p>}
      {data && data.length > 0 && <TenantFileTable files={data} onDownload={download.mutate} onDelete={setDoomed} />}
      {isAdding && (
        <UploadTenantFile
          busy={upload.isPending}
          error={upload.error ? troubleOf(upload.error).text : undefined}
          onUpload={(made) => upload.mutate(made, { onSuccess: () => setAdding(false) })}
          onClose={() => setAdding(false)}
        />
      )}
      <Confirm
        open={doomed !== undefined}
        title={t("files.tenant.deleteTitle", { name: doomed?.name ?? "" })}
        action={t("files.list.delete")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => doomed && remove.mutate(doomed, { onSuccess: () => setDoomed(undefined) })}
        onClose={() => setDoomed(undefined)}
      >
        {t("files.tenant.deleteNote", { size: formatBytes(doomed?.size ?? 0) })}
      </Confirm>
    </section>
  );
}

interface TenantFileTableProps {
  files: readonly TenantFile[];
  onDownload(file: TenantFile): void;
  onDelete(file: TenantFile): void;
}

function TenantFileTable({ files, onDownload, onDelete }: TenantFileTableProps) {
  const t = useText();
  return (
    <DataTable
      label={t("files.tenant.title")}
      rows={files}
      rowKey={({ id }) => id}
      columns={[
        { key: "name", title: t("files.list.name"), cell: ({ name }) => <bdi>{name}</bdi> },
        { key: "type", title: t("files.tenant.type"), cell: ({ type }) => type },
        {
          key: "who",
          title: t("files.tenant.readers"),
          cell: ({ isPub }) => t(isPub ? "files.tenant.all" : "files.tenant.own"),
        },
        { key: "size", title: t("files.list.size"), align: "end", cell: ({ size }) => formatBytes(size) },
        { key: "user", title: t("files.tenant.by"), cell: ({ user_name }) => user_name },
      ]}
      rowActions={(file: TenantFile) => (
        <>
          <IconButton
            icon={Download}
            label={t("files.tenant.downloadOf", { name: file.name })}
            denied={file.state === "stored" ? undefined : t("files.list.notWhole")}
            onClick={() => onDownload(file)}
          />
          <IconButton
            icon={Trash2}
            label={t("files.tenant.deleteOf", { name: file.name })}
            onClick={() => onDelete(file)}
          />
        </>
      )}
    />
  );
}
