import { deviceIdOf } from "@canopy/contract/devices/device-id";
import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import styles from "./import.module.css";
import { type FileProblem, importTemplate } from "./import-file.ts";
import "../fleet/list-texts.ts";
import { saveText } from "../config/save-text.ts";

const EXAMPLE_SERIAL = [1, 2, 3, 4, 5, 6, 7, 8, 9];

interface ImportChoiceProps {
  /** Problem of the previous file. */
  problem: FileProblem | undefined;
  onFile(file: File | undefined): void;
}

/** A file is chosen or dropped; a template shows its columns. */
export function ImportChoice({ problem, onFile }: ImportChoiceProps) {
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
