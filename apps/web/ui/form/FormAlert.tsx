import { CircleAlert } from "lucide-react";
import { Icon } from "../marks/Icon.tsx";
import styles from "./controls.module.css";

/** What belongs to no single field; announced when it appears. */
export function FormAlert({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={styles.formAlert}>
      {text && (
        <p className={styles.alertText}>
          <Icon of={CircleAlert} size={14} />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
