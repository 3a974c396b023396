import { CircleAlert } from "lucide-react";
import { Icon } from "../ui/Icon.tsx";
import styles from "./list.module.css";

/** What belongs to no single field; announced when it appears. */
export function FormAlert({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={styles.whole}>
      {text && (
        <p className={styles.alert}>
          <Icon of={CircleAlert} size={14} />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
