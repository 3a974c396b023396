import { useText } from "../platform/i18n.ts";
import { Card } from "../ui/Card.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import styles from "./lake.module.css";

/** The lines of docs/lake.md, for this tenant. */
const linesOf = (tenantId: string) => ({
  DuckDB: `select date_trunc('minute', time) as minute, count(*) as frames
from read_parquet('/lake/frames/tenant=${tenantId}/*/*/*.parquet', hive_types = {'device': varchar, 'day': date})
where day = '2026-01-05' group by 1 order by 1;`,
  pandas: `import pandas as pd
frames = pd.read_parquet("/lake/frames/tenant=${tenantId}", columns=["time", "id", "b0", "b1"], filters=[("id", "==", 256)])`,
});

const layoutOf = (tenantId: string) => `frames/tenant=${tenantId}/device=ID/day=2026-01-05/frames-N.parquet
signals/tenant=${tenantId}/device=ID/message=NAME/day=2026-01-05/signals-N-….parquet`;

export function LakeReading({ tenantId }: { tenantId: string }) {
  const t = useText();
  return (
    <Card title={t("lake.page.reading")}>
      <p className={styles.quiet}>{t("lake.page.readingNote")}</p>
      <Lines title={t("lake.page.layout")} text={layoutOf(tenantId)} />
      {Object.entries(linesOf(tenantId)).map(([tool, text]) => (
        <Lines key={tool} title={tool} text={text} />
      ))}
      <p className={styles.quiet}>{t("lake.page.readingMore")}</p>
    </Card>
  );
}

function Lines({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.lines} aria-label={title}>
      <div className={styles.linesHead}>
        <h3>{title}</h3>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it scrolls by keyboard too */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
