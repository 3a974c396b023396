import { dtcStatusBits } from "@canopy/can/uds/dtc";
import { csvText } from "@canopy/contract/platform/csv";
import type { Translate } from "../../platform/i18n.ts";
import { hexOf, spaced } from "../hex.ts";
import type {} from "./desk-texts.ts";
import type { DtcReport } from "./dtc-rows.ts";
import type { Desk } from "./use-desk.ts";

interface Printed {
  desk: Pick<Desk, "device" | "settings" | "ecu" | "trace" | "session">;
  report: DtcReport | undefined;
  nameOf(code: string): string;
  t: Translate;
  time(us: number): string;
}

const hex2 = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");

function rowsOf({ report, nameOf, t }: Printed): string[][] {
  return (report?.rows ?? []).map(({ code, status, snapshot = "", extended = "" }) => [
    code,
    nameOf(code),
    hex2(status),
    dtcStatusBits(status, report?.mask)
      .map((bit) => t(`diagnosis.bit.${bit}`))
      .join("; "),
    spaced(snapshot),
    spaced(extended),
  ]);
}

const headOf = (t: Translate): string[] => [
  t("diagnosis.dtc.code"),
  t("diagnosis.dtc.name"),
  t("diagnosis.dtc.status"),
  t("diagnosis.dtc.bits"),
  t("diagnosis.dtc.snapshot"),
  t("diagnosis.dtc.extended"),
];

export function reportCsv(printed: Printed): string {
  return `\ufeff${csvText([headOf(printed.t), ...rowsOf(printed)])}`;
}

/** Identification that was read in the same trace: VIN, part number, software. */
function identification(trace: Printed["desk"]["trace"]): string[][] {
  const read = new Map<string, string>();
  for (const { kind, data } of trace) {
    if (kind === "positive" && /^62F1(90|87|95)/.test(data)) read.set(data.slice(2, 6), textOf(data.slice(6)));
  }
  return [...read];
}

function textOf(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
}

/** UDS-02: device, ECU, codes, who and when, in a window of its own that is printed. */
export function printReport(printed: Printed): void {
  const { desk, report, t, time } = printed;
  const page = window.open("", "_blank", "width=900,height=700");
  if (!page) return;
  const { document } = page;
  document.title = t("diagnosis.dtc.reportTitle", { device: desk.device.name });
  const add = (name: string, text: string, parent: Element = document.body) => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  add("h1", document.title);
  const facts = [
    [t("diagnosis.dtc.device"), `${desk.device.name} ${desk.device.third_things_id}`],
    [
      t("diagnosis.desk.ecu"),
      `${desk.ecu?.name ?? ""} ${hexOf(desk.settings.physical_id)} → ${hexOf(desk.settings.response_id)}`,
    ],
    [t("diagnosis.dtc.time"), report ? time(report.timeUs) : ""],
    [t("diagnosis.dtc.who"), desk.session?.user_name ?? ""],
    ...identification(desk.trace),
  ];
  for (const [label = "", text = ""] of facts) add("p", `${label}: ${text}`);
  const table = add("table", "");
  table.setAttribute("border", "1");
  table.setAttribute("cellpadding", "4");
  for (const [at, cells] of [headOf(t), ...rowsOf(printed)].entries()) {
    const line = add("tr", "", table);
    for (const cell of cells) add(at === 0 ? "th" : "td", cell, line);
  }
  page.print();
}
