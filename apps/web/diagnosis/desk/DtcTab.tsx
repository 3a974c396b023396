import { dtcNameWithFailureType } from "@canopy/can/uds/dtc";
import { nameDtcs } from "@canopy/contract/diagnosis/dtc-files";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Eraser, Printer, ScanSearch } from "lucide-react";
import { useState } from "react";
import { saveText } from "../../devices/config/save-text.ts";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { Moment } from "../../ui/time/moment.tsx";
import { dtcFilesQuery, ECUS_KEY } from "../ecus/ecu-queries.ts";
import { DeskHead } from "./DeskHead.tsx";
import { DtcTable } from "./DtcTable.tsx";
import { DtcTrouble } from "./DtcTrouble.tsx";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import { clearedAtUs, dtcFailureOf, dtcJobsOf } from "./dtc-jobs.ts";
import { printReport, reportCsv } from "./dtc-report.ts";
import { dtcReportOf, recordRequests } from "./dtc-rows.ts";
import { useDesk } from "./use-desk.ts";
import { useDtcTrace } from "./use-dtc-trace.ts";
import { useInTurn } from "./use-in-turn.ts";

/** Before and after the moment of a snapshot. */
const CURVE_MS = 300_000;
const MASKS = ["FF", "0C", "08", "04", "01", "2F"] as const;

/** UDS-02: read, explain, clear, report. */
export function DtcTab(props: DeviceTabProps) {
  const t = useText();
  const language = useLanguage();
  const formats = useTimeFormats();
  const desk = useDesk(props.device, props.search.ecu);
  const [isAsking, setAsking] = useState(false);
  const readInTurn = useInTurn(desk);
  const [clearing, setClearing] = useState<{ job: string; before: number }>();
  const mask = MASKS.find((one) => one === props.search.mask) ?? "FF";
  const { data: files = [] } = useQuery(dtcFilesQuery);
  const fileId = props.search.file ?? desk.ecu?.dtc_file_id ?? "";
  const dtcJobs = dtcJobsOf(desk.jobs, desk.settings);
  const trace = useDtcTrace(desk, dtcJobs);
  const report = dtcReportOf(trace);
  const clearedUs = clearing && clearedAtUs(trace, clearing.job);
  const rows = report?.rows ?? [];
  const codes = rows.map(({ dtc }) => dtc);
  const { data: names } = useQuery({
    queryKey: [...ECUS_KEY, "names", fileId, codes],
    queryFn: async ({ signal }) =>
      (await api(nameDtcs, { params: { dtc_file_id: fileId }, body: { codes } }, { signal })).list,
    enabled: fileId !== "" && codes.length > 0,
    placeholderData: keepPreviousData,
  });
  const named = new Map((fileId === "" ? [] : (names ?? [])).map((name) => [name.code, name]));
  const faultNames = new Map(desk.definitions?.faults.map((one) => [dtcNameWithFailureType(one.code), one.name]));
  const nameOf = (code: string) => {
    const found = named.get(code);
    const given = language === "zh" ? found?.name_zh || found?.name_en : found?.name_en || found?.name_zh;
    return given || faultNames.get(code) || "";
  };
  const read = { steps: [{ data: `1902${mask}`, functional: false }], title: t("diagnosis.dtc.read") };
  const records = recordRequests(rows).map((requests) => ({
    steps: requests.map((step) => ({ ...step, functional: false })),
    title: t("diagnosis.dtc.records"),
    goesOn: true,
  }));
  const clear = {
    steps: [{ data: "14FFFFFF", functional: false }, ...read.steps],
    title: t("diagnosis.dtc.clear"),
  };
  const trouble = desk.run.error ? troubleOf(desk.run.error) : undefined;
  const printed = { desk, report, nameOf, t, time: (us: number) => formats.time(us / 1000) };
  return (
    <>
      <DeskHead desk={desk} onEcu={(ecu) => props.onSearch({ ecu })} />
      <Card
        title={t("diagnosis.dtc.title", { count: rows.length })}
        aside={
          report && (
            <span className={styles.quiet}>
              <Moment of={props.device.id} at={report.timeUs / 1000}>
                {t("diagnosis.dtc.at", { time: formats.time(report.timeUs / 1000) })}
              </Moment>
            </span>
          )
        }
      >
        <div className={styles.actions}>
          <Button
            kind="main"
            icon={ScanSearch}
            busy={desk.busy}
            denied={desk.denied}
            onClick={() => desk.run.mutate(read)}
          >
            {t("diagnosis.dtc.read")}
          </Button>
          <Select
            aria-label={t("diagnosis.dtc.mask")}
            options={MASKS.map((value) => ({ value, label: t(`diagnosis.dtc.mask${value}`) }))}
            value={mask}
            onChange={(value) => props.onSearch({ mask: value })}
          />
          <Select<string>
            aria-label={t("diagnosis.dtc.file")}
            options={[
              { value: "", label: t("diagnosis.dtc.noFile") },
              ...files.map(({ dtc_file_id, name }) => ({ value: dtc_file_id, label: name })),
            ]}
            value={fileId}
            onChange={(value) => props.onSearch({ file: value })}
          />
          {rows.length > 0 && (
            <>
              <Button busy={desk.busy} denied={desk.denied} onClick={() => readInTurn(records)}>
                {t("diagnosis.dtc.records")}
              </Button>
              <Button kind="danger" icon={Eraser} busy={desk.busy} denied={desk.denied} onClick={() => setAsking(true)}>
                {t("diagnosis.dtc.clear")}
              </Button>
              <Button icon={Printer} onClick={() => printReport(printed)}>
                {t("diagnosis.dtc.print")}
              </Button>
              <Button icon={Download} onClick={() => saveText(reportCsv(printed), `${props.device.name}-dtc.csv`)}>
                {t("diagnosis.dtc.csv")}
              </Button>
            </>
          )}
        </div>
        <FormAlert text={trouble?.text} />
        <DtcTrouble failure={dtcFailureOf(dtcJobs, trace)} desk={desk} />
        {clearing && clearedUs !== undefined && report && report.timeUs > clearedUs && !desk.busy && (
          <p role="status">{t("diagnosis.dtc.cleared", { before: clearing.before, now: rows.length })}</p>
        )}
        {!report && <p className={styles.quiet}>{t("diagnosis.dtc.notRead")}</p>}
        {report && rows.length === 0 && <p>{t("diagnosis.dtc.none")}</p>}
        {report && rows.length > 0 && (
          <DtcTable
            report={report}
            nameOf={nameOf}
            severityOf={(code) => named.get(code)?.severity}
            definitions={desk.definitions}
            onCurve={() => {
              const atMs = report.timeUs / 1000;
              props.timeline.setRange({ fromMs: atMs - CURVE_MS, toMs: atMs + CURVE_MS }, atMs);
              props.onTab("dbc", "curve");
            }}
          />
        )}
      </Card>
      <Confirm
        open={isAsking}
        title={t("diagnosis.dtc.clear")}
        action={t("diagnosis.dtc.clear")}
        onConfirm={() => {
          setAsking(false);
          desk.run.mutate(clear, { onSuccess: ({ id }) => setClearing({ job: id, before: rows.length }) });
        }}
        onClose={() => setAsking(false)}
      >
        {t("diagnosis.dtc.clearNote", { count: rows.length, device: props.device.name })}
      </Confirm>
    </>
  );
}
