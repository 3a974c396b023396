import { Download, FolderTree, Star, StarOff, Tag, Trash2, Upload } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import styles from "./home.module.css";

/** The last ones leave a narrow line first. */
const ACTIONS = [
  { action: "labels", text: "devices.act.setLabels", icon: Tag },
  { action: "delete", text: "devices.act.delete", icon: Trash2 },
  { action: "groups", text: "devices.act.setGroups", icon: FolderTree },
  { action: "upgrade", text: "devices.act.upgrade", icon: Upload },
  { action: "export", text: "devices.act.export", icon: Download },
  { action: "favourite", text: "devices.act.favourite", icon: Star },
  { action: "unfavourite", text: "devices.act.unfavourite", icon: StarOff },
] as const;

export type BulkAction = (typeof ACTIONS)[number]["action"];

interface SelectionBarProps {
  count: number;
  /** Why the chosen devices may not be changed. */
  denied: string | undefined;
  deniedDelete: string | undefined;
  deniedUpgrade: string | undefined;
  onAction(action: BulkAction): void;
  onClear(): void;
}

export function SelectionBar({ count, denied, deniedDelete, deniedUpgrade, onAction, onClear }: SelectionBarProps) {
  const t = useText();
  const reason: Partial<Record<BulkAction, string | undefined>> = {
    labels: denied,
    groups: denied,
    delete: deniedDelete ?? denied,
    upgrade: deniedUpgrade,
  };
  const clear = (
    <Button kind="link" onClick={onClear}>
      {t("ui.list.clearSelection")}
    </Button>
  );
  return (
    <section className={styles.chosen} aria-label={t("ui.list.selected", { n: count })}>
      <Toolbar
        label={t("ui.list.selected", { n: count })}
        items={[
          { key: "count", content: <strong>{t("ui.list.selected", { n: count })}</strong> },
          ...ACTIONS.map(({ action, text, icon }, at) => ({
            key: action,
            priority: at + 1,
            content: (
              <Button icon={icon} denied={reason[action]} onClick={() => onAction(action)}>
                {t(text)}
              </Button>
            ),
          })),
          { key: "clear", content: clear, atEnd: true },
        ]}
      />
    </section>
  );
}
