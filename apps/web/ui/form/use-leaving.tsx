import { type ReactNode, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import styles from "./controls.module.css";

/**
 * For a dialog whose closing would lose work: every way out calls `leave`, and `asking` takes the place of the buttons
 * at its foot. No second dialog stands over the first.
 */
export function useLeaving(isUnsaved: boolean, onClose: () => void): { leave(): void; asking: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  // Saved or left meanwhile: the next work is asked about anew.
  if (isAsking && !isUnsaved) setAsking(false);
  return {
    leave: () => (isUnsaved ? setAsking(true) : onClose()),
    asking: isAsking ? <Leaving onStay={() => setAsking(false)} onLeave={onClose} /> : undefined,
  };
}

function Leaving({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  const t = useText();
  return (
    <>
      <span role="alert" className={styles.leaving}>
        {t("ui.form.leaving")}
      </span>
      <Button autoFocus onClick={onStay}>
        {t("ui.form.stay")}
      </Button>
      <Button kind="danger" onClick={onLeave}>
        {t("ui.form.leave")}
      </Button>
    </>
  );
}
