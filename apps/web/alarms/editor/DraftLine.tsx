import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./editor.module.css";
import type { DraftSecrets } from "./rule-draft.ts";
import "../texts.ts";

interface DraftLineProps {
  keptAtMs: number | undefined;
  secrets: DraftSecrets;
  onDiscard(): void;
}

/** That the draft is kept, what is not kept of it, and the way back to what is saved. */
export function DraftLine({ keptAtMs, secrets, onDiscard }: DraftLineProps) {
  const t = useText();
  const formats = useTimeFormats();
  if (keptAtMs === undefined) return null;
  return (
    <p className={styles.draft} role="status">
      {t("alarms.draft.kept", { time: formats.time(keptAtMs, "minute") })}{" "}
      <Button kind="link" onClick={onDiscard}>
        {t("alarms.draft.discard")}
      </Button>
      {secrets !== "none" && <span className={styles.secret}>{t(`alarms.draft.secret.${secrets}`)}</span>}
    </p>
  );
}
