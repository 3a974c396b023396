import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Dialog, type DialogProps } from "../float/Dialog.tsx";
import { join } from "../join.ts";
import styles from "./controls.module.css";
import { FormAlert } from "./FormAlert.tsx";
import { useLeaving } from "./use-leaving.tsx";

interface FormDialogProps extends Pick<DialogProps, "title" | "onClose" | "width" | "drawer" | "children"> {
  /** What the button says that submits. */
  action: ReactNode;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  /** What belongs to no single field. */
  error?: string | undefined;
  /** Of the form, where its fields do not simply follow each other. */
  className?: string | undefined;
  /** `freely`: what was typed is no work that could be lost. */
  leaves?: "asking" | "freely";
  onSubmit(event: FormEvent): void;
}

/** A form over the page: cancel and submit at its foot, Enter submits, leaving with changes asks once. */
export function FormDialog(props: FormDialogProps) {
  const { action, danger, busy, error, className, leaves = "asking", onSubmit, onClose, children, ...dialog } = props;
  const t = useText();
  const formId = useId();
  const [isChanged, setChanged] = useState(false);
  const { leave, asking } = useLeaving(isChanged && leaves === "asking", onClose);
  return (
    <Dialog
      {...dialog}
      open
      onClose={leave}
      footer={
        asking ?? (
          <>
            <Button onClick={leave}>{t("ui.action.cancel")}</Button>
            <Button kind={danger ? "danger" : "main"} type="submit" form={formId} busy={busy}>
              {action}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        className={join(className ?? styles.fields)}
        onSubmit={onSubmit}
        onChange={() => setChanged(true)}
        noValidate
      >
        <FormAlert text={error} />
        {children}
      </form>
    </Dialog>
  );
}
