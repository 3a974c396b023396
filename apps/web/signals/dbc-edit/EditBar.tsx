import "./edit-texts.ts";
import { Redo2, Save, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import parts from "../dbc/dbc-parts.module.css";
import styles from "./edit.module.css";
import type { DbcEdit } from "./use-dbc-edit.ts";

interface EditBarProps {
  edit: DbcEdit;
  /** The newest revision. */
  newest: number;
  onSave(): void;
}

/** Shown while there are unsaved changes. Ctrl-Z and Ctrl-Shift-Z work outside of fields. */
export function EditBar({ edit, newest, onSave }: EditBarProps) {
  const t = useText();
  usePageKeys(t("signals.edit.keys"), [
    { keys: [["Ctrl", "Z"]], text: t("signals.edit.undo") },
    { keys: [["Ctrl", "Shift", "Z"]], text: t("signals.edit.redo") },
  ]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) edit.redo();
    else edit.undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  if (edit.changes === 0 && !edit.canRedo) return null;
  return (
    <div className={styles.editBar}>
      <span role="status">{t("signals.edit.unsaved", { count: edit.changes })}</span>
      <IconButton icon={Undo2} label={t("signals.edit.undo")} onClick={edit.undo} />
      <IconButton icon={Redo2} label={t("signals.edit.redo")} onClick={edit.redo} />
      <span className={parts.push} />
      <Button kind="quiet" onClick={edit.discard}>
        {t("signals.edit.discard")}
      </Button>
      <Button kind="main" icon={Save} onClick={onSave}>
        {t("signals.edit.save")}
      </Button>
      {newest > edit.base.revision && (
        <Banner level="ordinary">{t("signals.edit.newer", { newest, base: edit.base.revision })}</Banner>
      )}
    </div>
  );
}
