import type { ImportedRow } from "@canopy/contract/devices/import-things";
import { Download } from "lucide-react";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { useLeaving } from "../../ui/form/use-leaving.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import parts from "../parts.module.css";
import { ImportChoice } from "./ImportChoice.tsx";
import { ImportFigures, ImportRunning, WrongRows } from "./ImportReport.tsx";
import {
  type FileProblem,
  IMPORT_MAX_BYTES,
  type ImportFile,
  readImportFile,
  reportCsv,
  textOfFile,
} from "./import-file.ts";
import "../fleet/list-texts.ts";
import { saveText } from "../config/save-text.ts";
import { type ImportProgress, type ImportRun, importRun, wholeReport } from "./run-import.ts";

type Step =
  | { kind: "choose"; problem?: FileProblem }
  | { kind: "checking"; share: number }
  | { kind: "checked"; file: ImportFile }
  | { kind: "running"; run: ImportRun; progress: ImportProgress | undefined; file: ImportFile }
  | { kind: "broken"; run: ImportRun; file: ImportFile; text: string }
  | { kind: "done"; report: readonly ImportedRow[]; wasStopped: boolean };

interface ImportDialogProps {
  /** Devices were added. */
  onAdded(): void;
  onClose(): void;
}

/** DEV-02: a file is checked whole before its first row is sent, sent in pieces, and answered row by row. */
export function ImportDialog({ onAdded, onClose }: ImportDialogProps) {
  const t = useText();
  const [step, setStep] = useState<Step>({ kind: "choose" });
  const [isKept, setKept] = useState(false);

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > IMPORT_MAX_BYTES) return setStep({ kind: "choose", problem: { kind: "tooBig" } });
    setStep({ kind: "checking", share: 0 });
    const text = textOfFile(await chosen.arrayBuffer());
    const read = await readImportFile(text, (share) => setStep({ kind: "checking", share }));
    if (read.kind === "refused") setStep({ kind: "choose", problem: read.problem });
    else setStep({ kind: "checked", file: read.file });
  };
  const start = async (file: ImportFile, run = importRun(file)) => {
    setStep({ kind: "running", run, progress: undefined, file });
    try {
      const report = await run.run((progress) => setStep({ kind: "running", run, progress: { ...progress }, file }));
      const sent = report.length - file.rows.filter(({ problem }) => problem).length;
      setStep({ kind: "done", report, wasStopped: sent < run.total });
    } catch (thrown) {
      setStep({ kind: "broken", run, file, text: troubleOf(thrown).text });
    }
    onAdded();
  };
  const close = () => {
    if (step.kind === "running") step.run.stop();
    else if (step.kind === "broken") setStep({ kind: "done", report: step.run.report(), wasStopped: true });
    else leave();
  };
  // The keys of new devices are in the report alone.
  const hasKeys = step.kind === "done" && step.report.some(({ licence_key }) => licence_key) && !isKept;
  const { leave, asking } = useLeaving(step.kind === "checked" || hasKeys, onClose);

  return (
    <Dialog open title={t("devices.import.title")} width={720} onClose={close} footer={asking ?? footerOf(step)}>
      <div className={parts.stack}>
        <StepBody step={step} onFile={take} />
      </div>
    </Dialog>
  );

  function footerOf(at: Step) {
    if (at.kind === "checked") {
      const count = at.file.rows.filter(({ problem }) => !problem).length;
      return (
        <>
          <Button onClick={() => setStep({ kind: "choose" })}>{t("devices.import.another")}</Button>
          <Button
            kind="main"
            denied={count === 0 ? t("devices.import.nothing") : undefined}
            onClick={() => start(at.file)}
          >
            {t("devices.import.start", { count })}
          </Button>
        </>
      );
    }
    if (at.kind === "running") return <Button onClick={close}>{t("devices.import.stop")}</Button>;
    if (at.kind === "broken") {
      return (
        <>
          <Button onClick={close}>{t("ui.action.cancel")}</Button>
          <Button kind="main" onClick={() => start(at.file, at.run)}>
            {t("devices.import.resume")}
          </Button>
        </>
      );
    }
    if (at.kind === "done") {
      return (
        <>
          <Button
            icon={Download}
            kind="main"
            onClick={() => {
              saveText(reportOf(at.report, t), "devices-report.csv");
              setKept(true);
            }}
          >
            {t("devices.import.report")}
          </Button>
          <Button onClick={close}>{t("devices.import.done")}</Button>
        </>
      );
    }
    return <Button onClick={close}>{t("ui.action.cancel")}</Button>;
  }
}

function reportOf(report: readonly ImportedRow[], t: Translate): string {
  return reportCsv(report, {
    header: [
      t("devices.import.line"),
      t("devices.import.id"),
      t("devices.import.result"),
      t("devices.import.key"),
      t("devices.import.reason"),
    ],
    added: t("devices.import.added"),
    failed: t("devices.import.failed"),
  });
}

function StepBody({ step, onFile }: { step: Step; onFile(file: File | undefined): void }) {
  const t = useText();
  switch (step.kind) {
    case "choose":
      return <ImportChoice problem={step.problem} onFile={onFile} />;
    case "checking":
      return <ProgressBar label={t("devices.import.checking")} share={step.share} />;
    case "checked": {
      const wrong = wholeReport(step.file.rows, []);
      return (
        <>
          <ImportFigures
            figures={[
              [step.file.rows.length, t("devices.import.rows")],
              [step.file.rows.length - wrong.length, t("devices.import.right")],
              [wrong.length, t("devices.import.wrong")],
            ]}
          />
          <WrongRows rows={wrong} />
        </>
      );
    }
    case "running":
      return <ImportRunning run={step.run} progress={step.progress} />;
    case "broken":
      return (
        <Banner level="urgent" alert title={step.text}>
          {t("devices.import.broken", { count: step.run.pending() })}
        </Banner>
      );
    case "done": {
      const wrong = step.report.filter(({ ok }) => !ok);
      const added = step.report.length - wrong.length;
      return (
        <>
          {step.wasStopped && <Banner level="tip">{t("devices.import.stopped")}</Banner>}
          {added > 0 && <Banner level="ordinary">{t("devices.import.reportNote")}</Banner>}
          <ImportFigures
            figures={[
              [added, t("devices.import.added")],
              [wrong.length, t("devices.import.failed")],
            ]}
          />
          <WrongRows rows={wrong} />
        </>
      );
    }
  }
}
