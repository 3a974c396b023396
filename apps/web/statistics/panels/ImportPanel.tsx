import { checkPanelFile, importPanel, type PanelFileProblem } from "@canopy/contract/statistics/panel-files";
import { PANEL_MAX_BYTES } from "@canopy/contract/statistics/panel-widgets";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { PANELS_KEY } from "./panel-queries.ts";
import styles from "./panels.module.css";
import { freeName, type ReadFile, readFileText } from "./read-file.ts";
import "./panel-texts.ts";

interface ImportPanelProps {
  /** Of the panels that are there. */
  names: readonly string[];
  denied: string | undefined;
  onMade(id: string): void;
}

/** STA-05: a panel from a file; what is wrong with it is told before anything is made. */
export function ImportPanel({ names, denied, onMade }: ImportPanelProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ fileName: string; read: ReadFile }>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = file.size > PANEL_MAX_BYTES ? { kind: "tooLarge" as const } : readFileText(await file.text());
    setChosen({ fileName: file.name, read });
  };
  return (
    <>
      <Button icon={Upload} denied={denied} onClick={() => input.current?.click()}>
        {t("statistics.file.import")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t("statistics.file.import")}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {chosen && (
        <Preview
          key={chosen.fileName}
          {...chosen}
          names={names}
          onClose={() => setChosen(undefined)}
          onMade={(id) => {
            setChosen(undefined);
            onMade(id);
          }}
        />
      )}
    </>
  );
}

interface PreviewProps extends Pick<ImportPanelProps, "names" | "onMade"> {
  fileName: string;
  read: ReadFile;
  onClose(): void;
}

function Preview({ fileName, read, names, onMade, onClose }: PreviewProps) {
  const t = useText();
  const checking = useCheck(read);
  const [typed, setTyped] = useState<string>();
  const name = typed ?? freeName(checking.data?.name ?? "", names);
  const making = useImport(read, onMade);
  const problems = checking.data?.problems ?? [];
  const isReady = checking.data !== undefined && problems.length === 0;
  const trouble = making.error ?? checking.error;
  return (
    <Dialog
      open
      title={t("statistics.file.title", { file: fileName })}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
          <Button
            kind="main"
            busy={making.isPending || checking.isPending}
            denied={isReady || checking.isPending ? undefined : t("statistics.file.hasProblems")}
            onClick={() => isReady && making.mutate(name)}
          >
            {t("statistics.file.action")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormAlert text={trouble ? troubleOf(trouble).text : unreadable(t, read)} />
        {checking.data && (
          <Field
            label={t("statistics.panel.name")}
            required
            hint={t("statistics.panel.widgets", { count: checking.data.widget_count })}
          >
            {(control) => <TextInput {...control} value={name} maxLength={50} onChange={setTyped} />}
          </Field>
        )}
        {problems.length > 0 && <Problems problems={problems} />}
      </div>
    </Dialog>
  );
}

function Problems({ problems }: { problems: readonly PanelFileProblem[] }) {
  const t = useText();
  return (
    <>
      <Banner level="ordinary" alert>
        {t("statistics.file.problems", { count: problems.length })}
      </Banner>
      <ul className={styles.problems} aria-label={t("statistics.file.problems", { count: problems.length })}>
        {problems.map(({ place, widget, message }) => (
          <li key={`${place} ${message}`}>
            <strong>{widget || t("statistics.file.whole")}</strong> {message}
            {place && <code>{place}</code>}
          </li>
        ))}
      </ul>
    </>
  );
}

function unreadable(t: ReturnType<typeof useText>, read: ReadFile): string | undefined {
  if (read.kind === "tooLarge") return t("statistics.file.tooLarge", { limit: PANEL_MAX_BYTES / 1024 / 1024 });
  return read.kind === "notJson" ? t("statistics.file.notJson", { why: read.why }) : undefined;
}

/** Asked once for each file: what is there may change between two. */
function useCheck(read: ReadFile) {
  const file = read.kind === "file" ? read.file : undefined;
  const [stamp] = useState(() => crypto.randomUUID());
  const { data, error, isLoading } = useQuery({
    queryKey: ["panel-file", stamp],
    queryFn: file ? ({ signal }) => api(checkPanelFile, { body: { file } }, { signal }) : skipToken,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { data, error, isPending: isLoading };
}

function useImport(read: ReadFile, onMade: (id: string) => void) {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api(importPanel, { body: { name, file: read.kind === "file" ? read.file : {} } }),
    onSuccess: ({ data }) => {
      addNote({ tone: "done", text: t("statistics.file.done", { name: data.name }) });
      onMade(data.panel_id);
    },
    onSettled: () => client.invalidateQueries({ queryKey: PANELS_KEY }),
  });
}
