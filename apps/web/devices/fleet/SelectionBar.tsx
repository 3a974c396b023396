import { Download, FolderTree, Star, StarOff, Tag, Trash2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./home.module.css";

export type BulkAction = "labels" | "groups" | "favourite" | "unfavourite" | "export" | "delete";

interface SelectionBarProps {
  count: number;
  /** Why the chosen devices may not be changed. */
  denied: string | undefined;
  deniedDelete: string | undefined;
  onAction(action: BulkAction): void;
  onClear(): void;
}

export function SelectionBar({ count, denied, deniedDelete, onAction, onClear }: SelectionBarProps) {
  const t = useText();
  return (
    <section className={styles.chosen} aria-label={t("ui.list.selected", { n: count })}>
      <strong>{t("ui.list.selected", { n: count })}</strong>
      <Button icon={Tag} denied={denied} onClick={() => onAction("labels")}>
        {t("devices.act.setLabels")}
      </Button>
      <Button icon={FolderTree} denied={denied} onClick={() => onAction("groups")}>
        {t("devices.act.setGroups")}
      </Button>
      <Button icon={Star} onClick={() => onAction("favourite")}>
        {t("devices.act.favourite")}
      </Button>
      <Button icon={StarOff} onClick={() => onAction("unfavourite")}>
        {t("devices.act.unfavourite")}
      </Button>
      <Button icon={Download} onClick={() => onAction("export")}>
        {t("devices.act.export")}
      </Button>
      <Button icon={Trash2} denied={deniedDelete ?? denied} onClick={() => onAction("delete")}>
        {t("devices.act.delete")}
      </Button>
      <Button kind="link" onClick={onClear}>
        {t("ui.list.clearSelection")}
      </Button>
    </section>
  );
}
