import type { Thing } from "@canopy/contract/devices/thing";
import { FolderUp } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import type { ListState } from "../ui/list/list-address.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import { FileList } from "./FileList.tsx";
import { FtpAccount } from "./FtpAccount.tsx";
import { FtpLines } from "./FtpLines.tsx";
import styles from "./files.module.css";
import "./texts.ts";

interface FtpFilesTabProps {
  device: Thing;
  state: ListState;
  onState(state: ListState): void;
  onShow(range: TimeSpan): void;
  onPreview(fileId: string): void;
}

/** FIL-03: files that the terminal puts here by FTP, and how it signs in. */
export function FtpFilesTab(props: FtpFilesTabProps) {
  const t = useText();
  return (
    <div className={styles.stack}>
      <FtpAccount device={props.device} />
      <FileList
        {...props}
        location="ftp"
        empty={
          <EmptyState
            icon={FolderUp}
            title={t("files.empty.ftp")}
            text={t("files.emptyNote.ftp")}
            actions={<FtpLines device={props.device} />}
          />
        }
      />
    </div>
  );
}
