import { type FormEvent, type ReactNode, useId } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Dialog, type DialogProps } from "../float/Dialog.tsx";
import { join } from "../join.ts";
import styles from "./controls.module.css";
import { FormAlert } from "./FormAlert.tsx";

interface FormDialogProps extends Pick<DialogProps, "title" | "onClose" | "width" | "drawer" | "children"> {
  /** What the button says that submits. */
  action: ReactNode;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  /** What belongs to no single field. */
  error?: string | undefined;
  /** Of the form, where its fields do not simply follow each other. */
  className?: string | undefined;
  onSubmit(event: FormEvent): void;
}

/** A form over the page: cancel and submit at its foot, Enter submits. */
export function FormDialog(props: FormDialogProps) {
  const { action, danger = false, busy = false, error, className, onSubmit, onClose, children, ...dialog } = props;
  const t = useText();
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
          <Button kind={danger ? "danger" : "main"} type="submit" form={formId} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className={join(className ?? styles.fields)} onSubmit={onSubmit} noValidate>
        <FormAlert text={error} />
        {children}
      </form>
    </Dialog>
  );
}
