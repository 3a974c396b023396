import { Gauge, type Registry } from "prom-client";

export interface ReportGauge<Report> {
  readonly name: string;
  readonly help: string;
  of(report: Report): number;
}

/** Whoever is beyond these is in the sums alone: each has a series of its own. */
export const WORST_TENANTS = 20;

export interface LabelledGauge<Report> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  of(report: Report): Iterable<readonly [label: string, value: number]>;
}

/** The same with a row for each label; without any where the report cannot be read. */
export function observeLabelled<Report>(
  registry: Registry,
  gauges: readonly LabelledGauge<Report>[],
  read: () => Promise<Report>,
): void {
  const report = sharedWhileAsked(read);
  for (const { name, help, label, of } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const rows = await report().then(of, () => []);
        this.reset();
        for (const [row, value] of rows) this.set({ [label]: row }, value);
      },
    });
}

/** All gauges of one scrape come from one report. One that cannot be read is NaN: the other metrics are then all the more wanted. */
export function observeReport<Report>(
  registry: Registry,
  gauges: readonly ReportGauge<Report>[],
  read: () => Promise<Report>,
): void {
  const report = sharedWhileAsked(read);
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

/** One report for all who ask meanwhile. */
export function sharedWhileAsked<Report>(read: () => Promise<Report>): () => Promise<Report> {
  let asked: Promise<Report> | undefined;
  return () => {
    asked ??= read().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
