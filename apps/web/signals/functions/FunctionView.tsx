import { Download } from "lucide-react";
import { useMemo } from "react";
import { downloadFile } from "../../frames/history/save-frames.ts";
import { formatNumber, formatQuantity, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { type TimeFormats, useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/chart/Chart.tsx";
import type { Cell, FunctionResult, ResultChart } from "./function-result.ts";
import "./function-texts.ts";
import layout from "../../ui/layout.module.css";
import styles from "./functions.module.css";
import { resultCsv } from "./result-csv.ts";

const CHART_PX = 300;
const BYTE_ORDER_MARK = "\ufeff";

/** The result of a function: figures, picture and table, and its export. */
export function FunctionView({ name, result }: { name: string; result: FunctionResult }) {
  const t = useText();
  const formats = useTimeFormats();
  const save = () => downloadFile(`${BYTE_ORDER_MARK}${resultCsv(result)}`, `${name}.csv`, "text/csv;charset=utf-8");
  return (
    <Card
      title={name}
      aside={
        <Button icon={Download} onClick={save}>
          {t("signals.fn.export")}
        </Button>
      }
    >
      <div className={styles.result}>
        {result.notes.map((note) => (
          <p key={note} className={layout.note}>
            {note}
          </p>
        ))}
        <dl className={styles.figures}>
          {result.figures.map(({ name: title, cell }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{cellText(cell, formats)}</dd>
            </div>
          ))}
        </dl>
        {result.chart && <ResultPicture name={name} chart={result.chart} />}
        {result.table && result.table.rows.length > 0 && <ResultTable name={name} table={result.table} />}
      </div>
    </Card>
  );
}

function ResultPicture({ name, chart }: { name: string; chart: ResultChart }) {
  const t = useText();
  const formats = useTimeFormats();
  const isTime = chart.xKind === "time";
  const x = useMemo(() => (isTime ? chart.x.map((us) => us / 1000) : chart.x), [chart, isTime]);
  return (
    <Chart
      label={t("signals.fn.chart", { name })}
      height={CHART_PX}
      kind={chart.kind}
      x={x}
      series={chart.series}
      isTime={isTime}
      writeX={(value) => (isTime ? formats.time(value, "second").slice(11) : formatNumber(value))}
      writeY={(value) => formatNumber(value)}
      {...(chart.xName && { xName: chart.xName })}
      {...(chart.yName && { yName: chart.yName })}
    />
  );
}

function ResultTable({ name, table }: { name: string; table: NonNullable<FunctionResult["table"]> }) {
  const t = useText();
  const formats = useTimeFormats();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={styles.scroll} aria-label={t("signals.fn.table", { name })} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key and never move
            <tr key={i}>
              {row.map((cell, k) => (
                <td key={table.columns[k]}>{cellText(cell, formats)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellText(cell: Cell, formats: TimeFormats): string {
  switch (cell.kind) {
    case "number":
      return Number.isFinite(cell.value) ? quantity(cell.value, cell.unit) : UNKNOWN;
    case "time":
      return formats.time(cell.us / 1000, "ms");
    case "duration":
      return cell.us < 1e6 ? formatQuantity(cell.us / 1000, "ms") : formatQuantity(cell.us / 1e6, "s");
    case "percent":
      return formatQuantity(cell.share * 100, "%", { digits: 2 });
    case "text":
      return cell.text;
  }
}

/** Small numbers keep their significant digits. */
function quantity(value: number, unit: string | undefined): string {
  const isSmall = value !== 0 && Math.abs(value) < 0.01;
  const text = isSmall ? value.toExponential(3).replace("-", "−") : formatNumber(value);
  return unit ? `${text}\u00a0${unit}` : text;
}
