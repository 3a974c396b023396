import type { ReactNode } from "react";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The word of the button that does it. */
  action: string;
  busy: boolean;
  error: string | undefined;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Says what will be lost before it is. */
export function ConfirmDialog({ open, title, action, busy, error, onConfirm, onClose, children }: ConfirmDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
          <Button kind="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <FormAlert text={error} />
      <p>{children}</p>
    </Dialog>
  );
}
