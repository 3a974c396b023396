import type { FieldError } from "../../ui/form/Field.tsx";
import styles from "../alarms.module.css";

/** Below fields that together are one of the contract. */
export function FieldProblem({ error }: { error: FieldError | undefined }) {
  return error ? (
    <p role="alert" className={styles.error}>
      {error.text}
    </p>
  ) : null;
}
