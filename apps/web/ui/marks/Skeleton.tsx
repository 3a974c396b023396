import { useText } from "../../platform/i18n.ts";
import styles from "../page.module.css";
import { useDelayed } from "../use-delayed.ts";

interface SkeletonProps {
  rows?: number;
  columns?: number;
}

const WIDTHS = ["72%", "48%", "60%", "40%", "84%", "56%"];

/** The shape of what is coming, after 300 ms; before that, nothing. */
export function Skeleton({ rows = 3, columns = 1 }: SkeletonProps) {
  const t = useText();
  const late = useDelayed(true);
  return (
    <div className={styles.bones} role="status" aria-label={t("ui.list.loading")}>
      {numbers(rows).map((row) => (
        <div key={row} className={styles.boneRow} style={late ? undefined : { visibility: "hidden" }}>
          {numbers(columns).map((column) => (
            <Bone key={column} width={WIDTHS[(row * 5 + column) % WIDTHS.length] ?? "60%"} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function Bone({ width }: { width: string }) {
  return <span className={styles.bone} style={{ width }} data-skeleton />;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
