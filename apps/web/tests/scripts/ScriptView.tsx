import type { Thing } from "@canopy/contract/devices/thing";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { SCRIPT_EXAMPLES } from "@canopy/contract/tests/script-examples";
import { type AnalysisScript, createScript, SCRIPT_LANGUAGES, updateScript } from "@canopy/contract/tests/scripts";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, Save } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { LazyPart } from "../../ui/LazyPart.tsx";
import layout from "../../ui/layout.module.css";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useNamedSignals } from "../routines/RoutineSignals.tsx";
import { scriptsQuery } from "../test-queries.ts";
import styles from "../tests.module.css";
import type { LineProblem } from "./CodeEditor.tsx";
import { completionsOf } from "./completions.ts";
import { SampleCard, useSampleRun } from "./SampleRun.tsx";
import { useScript } from "./use-script.ts";
import "./script-texts.ts";

/** On its own: most people never write a script. */
const CodeEditor = lazyPage(() => import("./CodeEditor.tsx"), "CodeEditor");

interface ScriptViewProps {
  /** `new`, or the id of a script. */
  id: string;
  device: Thing | undefined;
  choice: ReactNode;
  onBack(): void;
  onSaved(script: AnalysisScript): void;
}

/** TST-02 */
export function ScriptView({ id, ...props }: ScriptViewProps) {
  const t = useText();
  const query = useQuery(scriptsQuery);
  const script = query.data?.list.find(({ script_id }) => script_id === id);
  if (query.error && !query.data)
    return (
      <FailedState
        title={t("tests.script.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Skeleton rows={8} columns={2} />;
  if (id !== "new" && !script)
    return (
      <EmptyState
        title={t("tests.script.gone")}
        actions={<Button onClick={props.onBack}>{t("tests.script.toList")}</Button>}
      />
    );
  return <Desk key={id} script={script} {...props} />;
}

const NO_SIGNALS: readonly SignalReference[] = [];

function Desk({
  script,
  device,
  choice,
  onBack,
  onSaved,
}: Omit<ScriptViewProps, "id"> & { script: AnalysisScript | undefined }) {
  const t = useText();
  const form = useScript(script, onSaved);
  const { draft, problems, trouble } = form;
  const [references, setReferences] = useState(NO_SIGNALS);
  const signals = useNamedSignals(references);
  const sampled = { device, choice, signals, onSignals: setReferences };
  const sample = useSampleRun(draft, sampled);
  const failure = sample.trial.data?.failure;
  const shown: readonly LineProblem[] = useMemo(
    () => (failure && failure.line !== null ? [...problems, { line: failure.line, text: failure.message }] : problems),
    [problems, failure],
  );
  const denied = callDenied(script ? updateScript : createScript);
  const save = (
    <Button kind="main" icon={Save} busy={form.isSaving} denied={denied} onClick={form.save}>
      {t("tests.script.save")}
    </Button>
  );
  return (
    <>
      <PageHeader title={script ? <bdi>{script.name}</bdi> : t("tests.script.new")} onBack={onBack} actions={save} />
      <LeaveGuard isUnkept={form.isChanged} free={form.isFree} place={["tab", "id"]} />
      <div className={styles.view}>
        <div className={styles.column}>
          <ScriptFields form={form} />
          <Card title={t("tests.script.code")} aside={<Examples onChoose={form.put} />}>
            <LazyPart fallback={<Skeleton rows={10} columns={1} />}>
              <CodeEditor
                label={t("tests.script.code")}
                language={draft.language}
                value={draft.content}
                readOnly={denied !== undefined}
                completions={completionsOf(
                  draft.language,
                  signals.map(({ name }) => name),
                )}
                problems={shown}
                onChange={(content) => form.put({ content })}
                onRun={sample.run}
              />
            </LazyPart>
          </Card>
          {problems.length > 0 && <Problems problems={problems} />}
          {trouble && (
            <Banner level="urgent" alert>
              {trouble.text}
            </Banner>
          )}
        </div>
        <div className={styles.column}>
          <SampleCard sample={sample} {...sampled} />
        </div>
      </div>
    </>
  );
}

function ScriptFields({ form: { draft, put } }: { form: ReturnType<typeof useScript> }) {
  const t = useText();
  return (
    <div className={styles.pair}>
      <Field label={t("tests.field.name")} required>
        {(control) => <TextInput {...control} value={draft.name} maxLength={50} onChange={(name) => put({ name })} />}
      </Field>
      <div className={layout.labelled}>
        <span>{t("tests.script.language")}</span>
        <Segmented
          label={t("tests.script.language")}
          options={SCRIPT_LANGUAGES.map((value) => ({ value, label: t(`tests.script.${value}`) }))}
          value={draft.language}
          onChange={(language) => put({ language })}
        />
      </div>
    </div>
  );
}

/** The example replaces what is written; undo of the editor brings it back. */
function Examples({ onChoose }: { onChoose: ReturnType<typeof useScript>["put"] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Menu
      label={t("tests.script.examples")}
      trigger={(props) => (
        <Button kind="link" icon={BookOpen} {...props}>
          {t("tests.script.examples")}
        </Button>
      )}
      items={SCRIPT_EXAMPLES.map((example) => ({
        key: `${example.language} ${example.title.en}`,
        label: `${t(`tests.script.${example.language}`)} · ${example.title[language]}`,
        onSelect: () => onChoose({ language: example.language, content: example.content }),
      }))}
    />
  );
}

function Problems({ problems }: { problems: readonly LineProblem[] }) {
  const t = useText();
  return (
    <Banner level="ordinary" title={t("tests.script.problems", { count: problems.length })}>
      <ul>
        {problems.map(({ line, text }) => (
          <li key={`${line} ${text}`}>{t("tests.script.problem", { line, what: text })}</li>
        ))}
      </ul>
    </Banner>
  );
}
