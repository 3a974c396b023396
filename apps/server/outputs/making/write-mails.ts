import { insertOutgoing } from "../../messages/outbox-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { OutputFileRow } from "../output-file-store.ts";
import type { OutputServices } from "../output-parts.ts";
import type { Report } from "../report/gather-report.ts";
import { html, htmlLink, htmlNote, htmlPage, htmlTable } from "../report/html-page.ts";
import { reportWords } from "../report/report-words.ts";
import { reportHtml, reportText } from "../report/write-report.ts";
import type { Work } from "./work.ts";

interface Mail {
  readonly subject: string;
  readonly content: string;
  readonly html: string;
}

/** In the transaction that ends the run: each address gets one mail. */
export async function insertMails(db: Db, { run, output }: Work, mail: Mail): Promise<void> {
  const { addresses = [] } = output.content.mail ?? {};
  for (const destination of new Set(addresses)) {
    const what = { ...mail, destination, template: "notice", parameters: {} } as const;
    await insertOutgoing(db, { tenantId: run.tenantId, channel: "email", ...what }, "waiting");
  }
}

/** The page of the run: the files are behind a sign-in, whoever the mail is passed on to. */
const linkOf = ({ webAddress }: OutputServices, { run }: Work) =>
  `${webAddress()}/Container/Outputs?tab=runs&run=${run.id}`;

export function reportMail(services: OutputServices, work: Work, report: Report): Mail {
  const { name, content } = work.output;
  const { language, keep } = content;
  const words = reportWords(language);
  const link = keep ? linkOf(services, work) : undefined;
  const subject = `${words.t("reportTitle", { name })} · ${words.range(work.run, work.run.zone)}`;
  const text = reportText(report, { name, language, link });
  if (content.mail?.how !== "link")
    return { subject, content: text, html: reportHtml(report, { name, language, link }) };
  const body = html`${htmlNote(words.range(work.run, work.run.zone))}${htmlLink(linkOf(services, work), words.t("openWord"))}
${htmlNote(words.t("openNote"))}`;
  const title = words.t("reportTitle", { name });
  const lines = [title, words.range(work.run, work.run.zone), words.t("open", { link: linkOf(services, work) })];
  return { subject, content: `${lines.join("\n")}\n`, html: htmlPage({ title, lang: language, body }) };
}

export function filesMail(services: OutputServices, work: Work, files: readonly OutputFileRow[]): Mail {
  const { name, content } = work.output;
  const words = reportWords(content.language);
  const { t } = words;
  const [title, range, link] = [
    t("filesTitle", { name }),
    words.range(work.run, work.run.zone),
    linkOf(services, work),
  ];
  const made = files.filter(({ bytes }) => bytes > 0);
  const missing = files.filter(({ bytes }) => bytes === 0).map((one) => t("noFrames", { device: one.deviceName }));
  const rows = made.map((one) => [one.deviceName, one.name, words.number(one.frames), words.bytes(one.bytes)]);
  const number = (text: string) => ({ title: text, isNumber: true });
  const columns = [{ title: t("device") }, { title: t("file") }, number(t("frames")), number(t("size"))];
  const table =
    made.length > 0 ? [htmlTable(columns, rows), htmlLink(link, t("openWord")), htmlNote(t("openNote"))] : [];
  const body = html`${htmlNote(range)}${missing.map(htmlNote)}${table}`;
  const lines = [
    title,
    range,
    ...missing,
    ...rows.map((row) => row.join("  ")),
    ...(made.length > 0 ? [t("open", { link })] : []),
  ];
  return {
    subject: `${title} · ${range}`,
    content: `${lines.join("\n")}\n`,
    html: htmlPage({ title, lang: content.language, body }),
  };
}
