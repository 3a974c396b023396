import { createDtcFile, type DtcFile, deleteDtcFile, renameDtcFile } from "@canopy/contract/diagnosis/dtc-files";
import { Ellipsis, Pencil, Plus, Trash2 } from "lucide-react";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import "./code-texts.ts";
import styles from "./codes.module.css";

interface FileSideProps {
  files: readonly DtcFile[];
  chosen: string | undefined;
  onChoose(id: string): void;
  onNew(): void;
  onRename(file: DtcFile): void;
  onDelete(file: DtcFile): void;
}

/** UDS-03: the files at the left. */
export function FileSide({ files, chosen, onChoose, onNew, onRename, onDelete }: FileSideProps) {
  const t = useText();
  return (
    <nav className={styles.side} aria-label={t("diagnosis.codes.files")}>
      <Button icon={Plus} denied={callDenied(createDtcFile)} onClick={onNew}>
        {t("diagnosis.codes.newFile")}
      </Button>
      {files.map((file) => {
        const { dtc_file_id: id, name, codes, ecus } = file;
        const label = t("diagnosis.codes.fileMore", { name });
        return (
          <div key={id} className={styles.file} data-chosen={id === chosen}>
            <button
              type="button"
              className={styles.choose}
              aria-current={id === chosen || undefined}
              onClick={() => onChoose(id)}
            >
              <bdi>{name}</bdi>
              <span className={styles.facts}>
                {[
                  t("diagnosis.codes.fileFacts", { count: codes }),
                  ecus.length > 0 && t("diagnosis.codes.usedBy", { ecus: ecus.join(", ") }),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </button>
            <Menu
              label={label}
              trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
              items={[
                {
                  key: "rename",
                  icon: Pencil,
                  label: t("diagnosis.codes.rename"),
                  denied: callDenied(renameDtcFile),
                  onSelect: () => onRename(file),
                },
                {
                  key: "delete",
                  icon: Trash2,
                  danger: true,
                  label: t("diagnosis.codes.deleteFile"),
                  denied: callDenied(deleteDtcFile),
                  onSelect: () => onDelete(file),
                },
              ]}
            />
          </div>
        );
      })}
    </nav>
  );
}
