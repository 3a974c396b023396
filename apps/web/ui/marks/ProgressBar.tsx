import styles from "../page.module.css";

interface ProgressBarProps {
  label: string;
  /** 0 to 1; undefined is hatched. */
  share: number | undefined;
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  if (share === undefined) return <progress className={`${styles.bar} ${styles.barUnknown}`} aria-label={label} />;
  return <progress className={styles.bar} aria-label={label} max={100} value={Math.round(share * 100)} />;
}
