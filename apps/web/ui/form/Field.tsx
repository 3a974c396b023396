import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useText } from "../../platform/i18n.ts";
import { ErrorCode } from "../marks/ErrorCode.tsx";
import { Icon } from "../marks/Icon.tsx";
import styles from "./controls.module.css";

/** What the control inside a field must carry. */
export interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
}

/** A sentence, and the code behind it where there is one to quote. */
export interface FieldError {
  readonly text: string;
  readonly code?: string | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** At the end of the label's line, such as "forgot password?". */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | FieldError | undefined;
  required?: boolean;
  children(control: ControlProps): ReactNode;
}

/** Label above, hint and error below, all tied to the control for screen readers. */
export function Field({ label, aside, hint, error, required, children }: FieldProps) {
  const t = useText();
  const id = useId();
  const noteId = error || hint ? `${id}note` : undefined;
  return (
    <div className={styles.field}>
      <div className={styles.fieldHead}>
        <label htmlFor={id}>
          {label}
          {required && (
            <span className={styles.star} aria-hidden="true" title={t("ui.input.required")}>
              {" *"}
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": Boolean(error),
        "aria-describedby": noteId,
        "aria-required": required || undefined,
      })}
      {error ? (
        <div id={noteId} className={styles.fieldError}>
          <Icon of={CircleAlert} size={13} />
          <span>{typeof error === "string" ? error : error.text}</span>
          {typeof error !== "string" && error.code && <ErrorCode code={error.code} />}
        </div>
      ) : (
        hint && (
          <div id={noteId} className={styles.fieldNote}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}
