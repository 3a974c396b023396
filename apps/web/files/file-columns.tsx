import { FILE_SOURCES } from "@canopy/contract/files/file-name";
import type { ThingsFile } from "@canopy/contract/files/things-files";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import type { Column } from "../ui/list/columns.ts";
import { RelativeTime, TimeText } from "../ui/time/TimeText.tsx";
import { AnalysisState } from "./AnalysisState.tsx";
import styles from "./files.module.css";

interface FileColumnOptions {
  /** Of FTP: folders and no source. */
  isFtp: boolean;
  onResult(recordId: string): void;
  onCancel(recordId: string): void;
}

export function useFileColumns({ isFtp, onResult, onCancel }: FileColumnOptions): readonly Column<ThingsFile>[] {
  const t = useText();
  const source: Column<ThingsFile> = {
    key: "source",
    title: t("files.list.source"),
    cell: ({ file_source }) => {
      const known = FILE_SOURCES.find((one) => one === file_source);
      return known ? t(`files.source.${known}`) : file_source;
    },
    width: "110px",
  };
  const folder: Column<ThingsFile> = {
    key: "folder",
    title: t("files.list.folder"),
    cell: (file) => <bdi className={styles.quiet}>/{file.folder}</bdi>,
  };
  return [
    { key: "name", title: t("files.list.name"), always: true, card: "title", cell: (file) => <FileName file={file} /> },
    isFtp ? folder : source,
    {
      key: "deviceTime",
      title: t("files.list.deviceTime"),
      cell: ({ device_start }) => <TimeText at={device_start} />,
      width: "180px",
      extra: isFtp,
    },
    {
      key: "size",
      title: t("files.list.size"),
      align: "end",
      width: "100px",
      cell: ({ size }) => formatBytes(size),
    },
    {
      key: "saved",
      title: t(isFtp ? "files.list.received" : "files.list.saved"),
      card: "aside",
      width: "120px",
      cell: ({ create_time }) => <RelativeTime at={create_time} />,
    },
    {
      key: "analysis",
      title: t("files.list.analysis"),
      width: "330px",
      cell: (file) => <AnalysisState file={file} onResult={onResult} onCancel={onCancel} />,
    },
  ];
}

function FileName({ file: { name, state, received, size, repeats, same_as } }: { file: ThingsFile }) {
  const t = useText();
  const note =
    state === "receiving"
      ? t("files.list.incomplete", { received: formatBytes(received), size: received < size ? formatBytes(size) : "?" })
      : same_as !== null
        ? t("files.list.sameAs", { name: same_as })
        : repeats > 0
          ? t("files.list.repeats", { count: repeats })
          : undefined;
  return (
    <span className={styles.name}>
      <bdi>{name}</bdi>
      {note && <small className={styles.quiet}>{note}</small>}
    </span>
  );
}
