import {
  type AnalysisScript,
  checkScript,
  createScript,
  type ScriptContent,
  updateScript,
} from "@canopy/contract/tests/scripts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { SCRIPTS_KEY } from "../test-queries.ts";
import type { LineProblem } from "./CodeEditor.tsx";
import "./script-texts.ts";

const NEW: ScriptContent = { name: "", language: "groovy", content: "" };
/** After the last key the script is checked. */
const REST_MS = 500;

/** A script while it is written: what is refused of it is known before it is saved. */
export function useScript(script: AnalysisScript | undefined, onSaved: (script: AnalysisScript) => void) {
  const t = useText();
  const client = useQueryClient();
  const [draft, setDraft] = useState<ScriptContent>(script ?? NEW);
  /** Set before leaving for the saved one. */
  const isFree = useRef(false);
  const kept = script ?? NEW;
  const isChanged = draft.name !== kept.name || draft.language !== kept.language || draft.content !== kept.content;
  const problems = useProblems(draft);
  const save = useMutation({
    mutationFn: async () => {
      const body = { name: draft.name, language: draft.language, content: draft.content };
      const saved = await (script
        ? api(updateScript, { params: { script_id: script.script_id }, body })
        : api(createScript, { body }));
      return saved.data;
    },
    onSuccess: async (saved) => {
      isFree.current = true;
      addNote({ tone: "done", text: t("tests.script.saved", { name: saved.name }) });
      await client.invalidateQueries({ queryKey: SCRIPTS_KEY });
      onSaved(saved);
      isFree.current = false;
    },
  });
  return {
    draft,
    put: (change: Partial<ScriptContent>) => {
      save.reset();
      setDraft((old) => ({ ...old, ...change }));
    },
    isChanged,
    isFree,
    problems,
    save: () => save.mutate(),
    isSaving: save.isPending,
    trouble: save.error ? troubleOf(save.error) : undefined,
  };
}

function useProblems({ language, content }: ScriptContent): readonly LineProblem[] {
  const t = useText();
  const [asked, setAsked] = useState({ language, content });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ language, content }), REST_MS);
    return () => clearTimeout(timer);
  }, [language, content]);
  const { data } = useQuery({
    queryKey: [...SCRIPTS_KEY, "check", asked],
    queryFn: async ({ signal }) => (await api(checkScript, { body: asked }, { signal })).problems,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () =>
      (data ?? []).map(({ kind, what, line }) => ({
        line,
        text: kind === "unsupported" ? t("tests.script.unsupported", { what }) : what,
      })),
    [data, t],
  );
}
