import { Gauge, type Registry } from "prom-client";

export interface ReportGauge<Report> {
  readonly name: string;
  readonly help: string;
  of(report: Report): number;
}

/** All gauges of one scrape come from one report. One that cannot be read is NaN: the other metrics are then all the more wanted. */
export function observeReport<Report>(
  registry: Registry,
  gauges: readonly ReportGauge<Report>[],
  read: () => Promise<Report>,
): void {
  let asked: Promise<Report> | undefined;
  const report = () => {
    asked ??= read().finally(() => {
      asked = undefined;
    });
    return asked;
  };
  for (const { name, help, of } of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await report().then(of, () => Number.NaN));
      },
    });
}
