import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import type { ArrivalQuestion } from "./arrival-question.ts";

/** ACC-21: closing it keeps the account that is signed in. */
export function ArrivalDialog({ own, other, answer }: ArrivalQuestion) {
  const t = useText();
  return (
    <Dialog
      open
      width={480}
      title={t("app.arrival.title")}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(true)}>{t("app.arrival.switch", { name: other })}</Button>
          <Button kind="main" onClick={() => answer(false)}>
            {t("app.arrival.stay", { name: own })}
          </Button>
        </>
      }
    >
      <p>{t("app.arrival.question", { own, other })}</p>
    </Dialog>
  );
}
