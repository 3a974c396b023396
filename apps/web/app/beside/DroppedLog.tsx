import { useNavigate } from "@tanstack/react-router";
import { FolderOpen } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { broughtLog, isLogName } from "../../transfers/brought-log.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { useDroppedFile } from "../../ui/use-dropped-file.ts";
import styles from "./beside.module.css";

/** A log that is dropped on any page opens as a local log, unless the page itself takes files. */
export function DroppedLog() {
  const t = useText();
  const navigate = useNavigate();
  const isOver = useDroppedFile(
    (file) => {
      if (!isLogName(file.name)) {
        addNote({ tone: "tip", text: t("app.drop.noLog", { file: file.name }) });
        return;
      }
      broughtLog.set(file);
      void navigate({ to: "/Container/LocalLog" });
    },
    { left: true },
  );
  return isOver ? (
    <div className={styles.drop}>
      <p>
        <Icon of={FolderOpen} size={20} />
        {t("app.drop.open")}
      </p>
    </div>
  ) : null;
}
