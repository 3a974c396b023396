import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputServices } from "../output-parts.ts";
import { gatherReport, type Report } from "../report/gather-report.ts";
import { dayOf } from "../report/report-words.ts";
import { alarmCsv, deviceCsv, reportHtml } from "../report/write-report.ts";
import { deliverPart, type Work } from "./work.ts";

/** The report as a page, with its tables where they are wanted. It is small: another try gathers it again. */
export async function makeReport(services: OutputServices, work: Work): Promise<Report> {
  const { run, output, owner, devices } = work;
  const report = await gatherReport(services, owner, { ...run, devices }, work.signal);
  await work.progress(0.8);
  const { language, csv } = output.content;
  const texts = [
    ["report", ".html", reportHtml(report, { name: output.name, language, link: undefined })],
    ...(csv ? [["devices", ".csv", deviceCsv(report)] as const, ["alarms", ".csv", alarmCsv(report)] as const] : []),
  ] as const;
  const hasTarget = output.content.keep || work.bucket !== undefined;
  if (hasTarget) for (const [part, suffix, text] of texts) await deliverText(services, work, part, suffix, text);
  return report;
}

async function deliverText(services: OutputServices, work: Work, part: string, suffix: string, text: string) {
  const { run, output } = work;
  const [from, to] = [dayOf(run.zone, run.fromMs), dayOf(run.zone, run.toMs - 1)];
  const name = `${part}_${output.id.slice(0, 8)}_${from}_${to}${suffix}`;
  await deliverPart(services, work, { part, deviceName: "", name }, async () => {
    const path = join(work.folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return { path, frames: 0 };
  });
}
