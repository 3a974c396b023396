import { deviceIdOf } from "@canopy/contract/devices/device-id";
import type { ImportedRow } from "@canopy/contract/devices/import-things";
import { Download, Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { troubleOf } from "../platform/error-texts.ts";
import { formatNumber } from "../platform/formats.ts";
import { type Translate, useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { FormAlert } from "./FormAlert.tsx";
import {
  type FileProblem,
  IMPORT_MAX_BYTES,
  type ImportFile,
  importTemplate,
  readImportFile,
  reportCsv,
  textOfFile,
} from "./import-file.ts";
import styles from "./list.module.css";
import "./list-texts.ts";
import { type ImportProgress, type ImportRun, importRun, wholeReport } from "./run-import.ts";
import { saveText } from "./save-text.ts";

type Step =
  | { kind: "choose"; problem?: FileProblem }
  | { kind: "checking"; share: number }
  | { kind: "checked"; file: ImportFile }
  | { kind: "running"; run: ImportRun; progress: ImportProgress | undefined; file: ImportFile }
  | { kind: "broken"; run: ImportRun; file: ImportFile; text: string }
  | { kind: "done"; report: readonly ImportedRow[]; wasStopped: boolean };

const SHOWN_ROWS = 200;
const EXAMPLE_SERIAL = [1, 2, 3, 4, 5, 6, 7, 8, 9];

interface ImportDialogProps {
  /** Devices were added. */
  onAdded(): void;
  onClose(): void;
}

/** DEV-02: a file is checked whole before its first row is sent, sent in pieces, and answered row by row. */
export function ImportDialog({ onAdded, onClose }: ImportDialogProps) {
  const t = useText();
  const [step, setStep] = useState<Step>({ kind: "choose" });

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
    else onClose();
  };

  return (
    <Dialog open title={t("devices.import.title")} width={720} onClose={close} footer={footerOf(step)}>
      <div className={styles.stack}>
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
          <Button icon={Download} kind="main" onClick={() => saveText(reportOf(at.report, t), "devices-report.csv")}>
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
      return <Choose problem={step.problem} onFile={onFile} />;
    case "checking":
      return <ProgressBar label={t("devices.import.checking")} share={step.share} />;
    case "checked": {
      const wrong = wholeReport(step.file.rows, []);
      return (
        <>
          <Figures
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
      return <Running run={step.run} progress={step.progress} />;
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
          <Figures
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

function Choose({ problem, onFile }: { problem: FileProblem | undefined; onFile(file: File | undefined): void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const template = () =>
    saveText(
      importTemplate({
        id: deviceIdOf(EXAMPLE_SERIAL),
        name: t("devices.import.exampleName"),
        label: t("devices.import.exampleLabel"),
      }),
      "devices-template.csv",
    );
  const over = (event: DragEvent, on: boolean) => {
    event.preventDefault();
    setIsOver(on);
  };
  return (
    <>
      <FormAlert text={problem && fileProblemText(problem, t)} />
      <p>{t("devices.import.note")}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false);
          onFile(event.dataTransfer.files[0]);
        }}
      >
        <Button icon={Upload} onClick={() => input.current?.click()}>
          {t("devices.import.choose")}
        </Button>
        <span>{t("devices.import.drop")}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,text/csv"
          aria-label={t("devices.import.choose")}
          onChange={(event) => onFile(event.target.files?.[0])}
        />
      </div>
      <div>
        <Button kind="link" onClick={template}>
          {t("devices.import.template")}
        </Button>
      </div>
    </>
  );
}

function fileProblemText(problem: FileProblem, t: Translate): string {
  switch (problem.kind) {
    case "csv":
      return t("devices.import.badCsv");
    case "empty":
      return t("devices.import.empty");
    case "tooBig":
      return t("devices.import.tooBig");
    case "column":
      return t("devices.import.badColumn", { column: problem.column });
    case "missing":
      return t("devices.import.missingColumn", { column: problem.column });
  }
}

function Running({ run, progress }: { run: ImportRun; progress: ImportProgress | undefined }) {
  const t = useText();
  const { duration } = useTimeFormats();
  const { done = 0, perSecond = 0 } = progress ?? {};
  const left = perSecond > 0 ? duration(((run.total - done) / perSecond) * 1000) : "—";
  return (
    <>
      <ProgressBar label={t("devices.import.running")} share={done / Math.max(1, run.total)} />
      <p>
        {t("devices.import.progress", {
          done: formatNumber(done),
          total: formatNumber(run.total),
          rate: formatNumber(Math.round(perSecond)),
          left,
        })}
      </p>
    </>
  );
}

function Figures({ figures }: { figures: readonly (readonly [number, string])[] }) {
  return (
    <p className={styles.figures}>
      {figures.map(([value, word]) => (
        <span key={word}>
          <strong>{formatNumber(value)}</strong>
          {word}
        </span>
      ))}
    </p>
  );
}

function WrongRows({ rows }: { rows: readonly ImportedRow[] }) {
  const t = useText();
  if (rows.length === 0) return null;
  const more = rows.length - SHOWN_ROWS;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long report scrolls by keyboard too */}
      <section className={styles.report} tabIndex={0} aria-label={t("devices.import.wrong")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("devices.import.line")}</th>
              <th scope="col">{t("devices.import.id")}</th>
              <th scope="col">{t("devices.import.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_ROWS).map(({ line, third_things_id, message, code }) => (
              <tr key={line}>
                <td>{line}</td>
                <td className="mono">{third_things_id.slice(0, 40)}</td>
                <td className={styles.wrong}>{message ?? code}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && <p>{t("devices.import.moreRows", { count: formatNumber(more) })}</p>}
    </>
  );
}
