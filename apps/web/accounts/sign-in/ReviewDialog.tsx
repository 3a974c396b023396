import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import type { Refusal } from "./sign-in-outcome.ts";

interface ReviewDialogProps {
  open: boolean;
  /** Undefined: nothing is decided yet. */
  refused: Refusal | undefined;
  onClose(): void;
}

/** ACC-17: an account that waits, or was refused and may apply again with everything filled in. */
export function ReviewDialog({ open, refused, onClose }: ReviewDialogProps) {
  const t = useText();
  const applyAgain = async ({ application }: Refusal) => {
    const { keepApplication } = await import("../registration/draft.ts");
    keepApplication(application);
    location.assign("/Register");
  };
  return (
    <Dialog
      open={open}
      title={t(refused ? "accounts.review.refused" : "accounts.review.title")}
      onClose={onClose}
      footer={
        <>
          <Button kind={refused ? "plain" : "main"} onClick={onClose}>
            {t("accounts.review.close")}
          </Button>
          {refused && (
            <Button kind="main" onClick={() => void applyAgain(refused)}>
              {t("accounts.review.again")}
            </Button>
          )}
        </>
      }
    >
      {refused?.reason ?? t("accounts.review.note")}
    </Dialog>
  );
}
