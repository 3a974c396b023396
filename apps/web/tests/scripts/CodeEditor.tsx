import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { groovy } from "@codemirror/legacy-modes/mode/groovy";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useEffectEvent, useRef } from "react";

/** What is wrong with a line of the script. */
export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

interface CodeEditorProps {
  label: string;
  language: "groovy" | "javascript";
  value: string;
  readOnly: boolean;
  completions: readonly Completion[];
  problems: readonly LineProblem[];
  onChange(text: string): void;
  /** Ctrl-Enter. */
  onRun(): void;
}

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: "var(--tip)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--green-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--ordinary)" },
  { tag: tags.comment, color: "var(--text-3)" },
]);

const THEME = EditorView.theme({
  "&": { color: "var(--text-1)", backgroundColor: "var(--surface)", fontSize: "13px", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--green)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-mono, monospace)", minHeight: "280px" },
  ".cm-content": { caretColor: "var(--text-1)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--text-3)", border: "0" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text-1)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--green-fill)",
    color: "var(--on-fill)",
  },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--green-soft) !important" },
});

const languageOf = (language: CodeEditorProps["language"]) =>
  language === "groovy" ? StreamLanguage.define(groovy) : javascript();

/** The editor writes its styles into the page: they need the nonce of its content security policy. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

/** TST-02: CodeMirror with completion, and the lines that are refused or failed marked. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, language, value, readOnly, problems } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const parts = useRef({ language: new Compartment(), readOnly: new Compartment() });
  const change = useEffectEvent(props.onChange);
  const run = useEffectEvent(props.onRun);
  const complete = useEffectEvent((context: CompletionContext) => completionsAt(context, props.completions));
  const first = useEffectEvent(() => [
    lineNumbers(),
    lintGutter(),
    history(),
    bracketMatching(),
    closeBrackets(),
    syntaxHighlighting(HIGHLIGHT),
    THEME,
    EditorView.cspNonce.of(styleNonce()),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label }),
    autocompletion({ override: [(context) => complete(context)] }),
    keymap.of([
      {
        key: "Mod-Enter",
        run: () => {
          run();
          return true;
        },
      },
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => update.docChanged && change(update.state.doc.toString())),
    parts.current.language.of(languageOf(language)),
    parts.current.readOnly.of(EditorState.readOnly.of(readOnly)),
  ]);
  const start = useEffectEvent(() => EditorState.create({ doc: value, extensions: first() }));

  useEffect(() => {
    if (!host.current) return;
    const made = new EditorView({ state: start(), parent: host.current });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const { language: part, readOnly: lock } = parts.current;
    view.current?.dispatch({
      effects: [part.reconfigure(languageOf(language)), lock.reconfigure(EditorState.readOnly.of(readOnly))],
    });
  }, [language, readOnly]);

  useEffect(() => {
    const shown = view.current;
    if (!shown || shown.state.doc.toString() === value) return;
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const shown = view.current;
    if (shown) shown.dispatch(setDiagnostics(shown.state, diagnosticsOf(shown.state, problems)));
  }, [problems]);

  return <div ref={host} data-part="code" />;
}

function diagnosticsOf(state: EditorState, problems: readonly LineProblem[]): Diagnostic[] {
  return problems.map(({ line, text }) => {
    const { from, to } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
    return { from, to, severity: "error", message: text };
  });
}

function completionsAt(context: CompletionContext, options: readonly Completion[]) {
  const word = context.matchBefore(/[\w.]+/);
  if (!word && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options, validFor: /^[\w.]*$/ };
}
