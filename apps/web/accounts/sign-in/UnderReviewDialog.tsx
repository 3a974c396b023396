import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";

export function UnderReviewDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText();
  return (
    <Dialog
      open={open}
      title={t("accounts.review.title")}
      onClose={onClose}
      footer={
        <Button kind="main" onClick={onClose}>
          {t("accounts.review.close")}
        </Button>
      }
    >
      {t("accounts.review.note")}
    </Dialog>
  );
}
