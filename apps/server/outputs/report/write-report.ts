import { csvText } from "@canopy/contract/platform/csv";
import type { Language } from "@canopy/contract/platform/language";
import type { Report, ReportDevice } from "./gather-report.ts";
import { type Html, html, htmlHeading, htmlLink, htmlNote, htmlPage, htmlTable } from "./html-page.ts";
import { type ReportWords, reportWords, utcDay } from "./report-words.ts";

interface Written {
  readonly name: string;
  readonly language: Language;
  /** To its files; undefined: there are none. */
  readonly link: string | undefined;
}

const SHARES = ["here", "card", "held", "lost", "unknown"] as const;

export function reportHtml(report: Report, { name, language, link }: Written): string {
  const words = reportWords(language);
  const { t } = words;
  const body = html`${htmlNote(words.range(report.range, report.zone))}
${withoutFrames(report).map(({ name: device }) => htmlNote(t("noFrames", { device })))}
${htmlHeading(t("figures"))}${figuresTable(report, words)}
${htmlNote(figuresNote(report, words))}
${htmlHeading(t("coverage"))}${coverageTable(report.devices, words)}${htmlNote(t("coverageNote"))}
${htmlHeading(t("alarms"))}${alarmTable(report, words)}
${link === undefined ? [] : [htmlLink(link, t("openWord")), htmlNote(t("openNote"))]}`;
  return htmlPage({ title: t("reportTitle", { name }), lang: language, body });
}

/** Where nothing was counted none is known to be without. */
const withoutFrames = ({ days, devices }: Report) => (days ? devices.filter(({ frames }) => frames === 0) : []);

const figuresNote = ({ days }: Report, { t }: ReportWords): string =>
  days ? t("figuresNote", { from: utcDay(days.fromDay), to: utcDay(days.toDay) }) : t("noDays");

function figuresTable({ devices, total }: Report, words: ReportWords): Html {
  const { t } = words;
  const number = (title: string) => ({ title, isNumber: true });
  const cells = (one: Omit<ReportDevice, "name" | "coverage">, name: string) => [
    name,
    words.number(one.frames),
    words.bytes(one.bytes),
    words.hours(one.online_ms),
    words.kilometres(one.distance_m),
    words.number(one.trips),
  ];
  const titles = [t("frames"), t("data"), t("online"), t("distance"), t("trips")].map(number);
  return htmlTable(
    [{ title: t("device") }, ...titles],
    devices.map((device) => cells(device, device.name)),
    cells(total, t("total")),
  );
}

function coverageTable(devices: readonly ReportDevice[], { t, share }: ReportWords): Html {
  const rows = devices.map(({ name, coverage }) => [
    name,
    ...SHARES.map((key, i) => (coverage ? share(coverage[key]) : i === 0 ? t("nothingRecorded") : "–")),
  ]);
  return htmlTable([{ title: t("device") }, ...SHARES.map((key) => ({ title: t(key), isNumber: true }))], rows);
}

function alarmTable({ alarms }: Report, { t, number }: ReportWords): Html {
  if (alarms.length === 0) return htmlNote(t("noAlarms"));
  const levels = ["urgent", "ordinary", "tip"] as const;
  const sums = levels.map((level) => `${t(level)} ${number(sumOf(alarms.filter((one) => one.level === level)))}`);
  const columns = [
    { title: t("level") },
    { title: t("rule") },
    { title: t("device") },
    { title: t("count"), isNumber: true },
  ];
  const rows = alarms.map(({ level, rule, device, count }) => [t(level), rule, device, number(count)]);
  return html`${htmlNote(sums.join(" · "))}${htmlTable(columns, rows)}`;
}

const sumOf = (alarms: Report["alarms"]): number => alarms.reduce((sum, { count }) => sum + count, 0);

/** For mail programs without HTML. */
export function reportText(report: Report, { name, language, link }: Written): string {
  const words = reportWords(language);
  const { t } = words;
  const { frames, bytes, online_ms, distance_m } = report.total;
  const lines = [
    t("reportTitle", { name }),
    words.range(report.range, report.zone),
    ...(report.days ? [] : [t("noDays")]),
    `${t("devices")}: ${report.devices.length}`,
    `${t("frames")}: ${words.number(frames)} (${words.bytes(bytes)})`,
    `${t("online")}: ${words.hours(online_ms)}`,
    `${t("distance")}: ${words.kilometres(distance_m)}`,
    `${t("alarms")}: ${words.number(sumOf(report.alarms))}`,
    ...(link === undefined ? [] : [t("open", { link })]),
  ];
  return `${lines.join("\n")}\n`;
}

const BOM = "\ufeff";
const plain = (value: number) => String(value);

/** The tables with bare numbers, for other programs. */
export function deviceCsv(report: Report): string {
  const head = ["device", "frames", "bytes", "online_s", "distance_m", "trips", ...SHARES];
  const rows = report.devices.map(({ name, frames, bytes, online_ms, distance_m, trips, coverage }) => [
    name,
    ...[frames, bytes, Math.round(online_ms / 1000), Math.round(distance_m), trips].map(plain),
    ...SHARES.map((key) => (coverage ? coverage[key].toFixed(4) : "")),
  ]);
  return BOM + csvText([head, ...rows]);
}

export function alarmCsv({ alarms }: Report): string {
  const rows = alarms.map(({ level, rule, device, count }) => [level, rule, device, plain(count)]);
  return BOM + csvText([["level", "rule", "device", "times"], ...rows]);
}
