import { Check } from "lucide-react";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./registration.module.css";

/** At the end of a field whose value the server found to be good. */
export function Free({ text }: { text: string }) {
  return (
    <span className={styles.free} role="status">
      <Icon of={Check} size={14} />
      {text}
    </span>
  );
}
