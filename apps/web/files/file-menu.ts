import type { ThingsFile } from "@canopy/contract/files/things-files";
import { ChartLine, CloudUpload, Download, Eye, FileSearch, Trash2 } from "lucide-react";
import type { Translate } from "../platform/i18n.ts";
import type { MenuItem } from "../ui/float/Menu.tsx";
import { isAnalysing } from "./file-queries.ts";
import "./texts.ts";

/** What a row leads to. */
export interface FileWays {
  denied: string | undefined;
  onAnalyse(): void;
  onDownload(): void;
  onResult(): void;
  onDelete(): void;
  onPreview(): void;
  /** Of FTP files. */
  onCloud?(): void;
}

export function fileMenu(t: Translate, file: ThingsFile, ways: FileWays): MenuItem[] {
  const unfit = file.state === "stored" ? undefined : t("files.list.notWhole");
  return [
    { key: "preview", label: t("files.list.preview"), icon: Eye, denied: unfit, onSelect: ways.onPreview },
    {
      key: "analyse",
      label: t("files.list.analyse"),
      icon: ChartLine,
      denied: ways.denied ?? unfit ?? (isAnalysing(file) ? t("files.status.analysing") : undefined),
      onSelect: ways.onAnalyse,
    },
    ...(file.analysis && !isAnalysing(file)
      ? [{ key: "result", label: t("files.list.result"), icon: FileSearch, onSelect: ways.onResult }]
      : []),
    ...(ways.onCloud
      ? [
          {
            key: "cloud",
            label: t("files.list.toCloud"),
            icon: CloudUpload,
            denied: ways.denied ?? unfit,
            onSelect: ways.onCloud,
          },
        ]
      : []),
    { key: "download", label: t("files.list.download"), icon: Download, denied: unfit, onSelect: ways.onDownload },
    {
      key: "delete",
      label: t("files.list.delete"),
      icon: Trash2,
      danger: true,
      apart: true,
      denied: ways.denied,
      onSelect: ways.onDelete,
    },
  ];
}
