import { CallError } from "@canopy/contract/platform/http-call";
import { type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { type TextKey, useText } from "../../platform/i18n.ts";
import type { FieldError } from "./Field.tsx";
import { checkValues, type Problem, type Problems, problemsOfCall } from "./form-rules.ts";

interface Options<S extends z.ZodObject> {
  initial: z.input<S>;
  /** Called with checked values; a thrown `CallError` lands on its field, or on the form. */
  submit(values: z.output<S>): Promise<void> | void;
  /** For codes that say less than where: which field they belong to. */
  fieldOfCode?: Readonly<Record<string, keyof z.input<S> & string>>;
}

export interface ContractForm<V> {
  values: V;
  busy: boolean;
  /** Since it was opened or saved. */
  isChanged: boolean;
  /** The sentence for a field, once it was left or submit was pressed. */
  errorOf(field: keyof V & string): FieldError | undefined;
  /** What belongs to no field. */
  formError: string | undefined;
  set<K extends keyof V & string>(field: K, value: V[K]): void;
  /** All values at once, as undo does. */
  replace(values: V): void;
  /** Value, change and blur of a text field; `name` lets the first wrong one take the focus. */
  text(field: keyof V & string): { name: string; value: string; onChange(v: string): void; onBlur(): void };
  /** The same of a `NumberInput`. */
  number(field: keyof V & string): { name: string; value: number; onChange(v: number): void; onBlur(): void };
  /** For `<form onSubmit noValidate>`. */
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  reset(): void;
}

/** One form, one schema: the contract's. Submit stays enabled and explains. */
export function useContractForm<S extends z.ZodObject>(schema: S, options: Options<S>): ContractForm<z.input<S>> {
  type V = z.input<S>;
  const t = useText();
  const [values, setValues] = useState<V>(options.initial);
  const [kept, setKept] = useState<V>(options.initial);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [answered, setAnswered] = useState<{ fields: Problems; form: Problem | undefined }>(NOTHING);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const checked = checkValues(schema, values, (message) => codeText(message) !== undefined);
  const fields = Object.keys(schema.shape);
  const see = (names: readonly string[]) => setSeen((known) => new Set([...known, ...names]));

  const put = (field: string, value: unknown) => {
    setValues((old) => ({ ...old, [field]: value }));
    setAnswered(({ fields: old }) => ({ fields: without(old, field), form: undefined }));
  };
  const sentence = ({ code, text, values: places }: Problem) =>
    text || (isFormCode(code) ? t(code, places) : (codeText(code, places) ?? t("ui.form.invalid")));
  const errorOf: ContractForm<V>["errorOf"] = (field) => {
    const own = checked.kind === "wrong" && seen.has(field) ? checked.problems[field] : undefined;
    const problem = own ?? answered.fields[field];
    // The form's own rules have no code that anybody could look up.
    return problem && { text: sentence(problem), code: isFormCode(problem.code) ? undefined : problem.code };
  };

  // A rule over several fields names none.
  const whole = answered.form ?? (checked.kind === "wrong" && seen.has("") ? checked.problems[""] : undefined);

  const send = async (value: z.output<S>, form: HTMLFormElement) => {
    running.current = true;
    setBusy(true);
    setAnswered(NOTHING);
    try {
      await options.submit(value);
      setKept(values);
    } catch (thrown) {
      const trouble: Problem = troubleOf(thrown);
      const reached = thrown instanceof CallError && thrown.status > 0;
      const found = reached ? problemsOfCall(thrown, fields, options.fieldOfCode ?? {}) : { fields: {}, form: trouble };
      setAnswered(found);
      focusFirst(form, fields, found.fields);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const control = (field: keyof V & string) => ({
    name: field,
    onChange: (value: unknown) => put(field, value),
    onBlur: () => values[field] !== options.initial[field] && see([field]),
  });

  return {
    values,
    busy,
    isChanged: JSON.stringify(values) !== JSON.stringify(kept),
    errorOf,
    formError: whole && sentence(whole),
    set: put,
    replace: (next) => {
      setValues(next);
      setAnswered(NOTHING);
    },
    text: (field) => ({ ...control(field), value: String(values[field] ?? "") }),
    number: (field) => {
      const value = values[field];
      return { ...control(field), value: typeof value === "number" ? value : Number.NaN };
    },
    onSubmit: (event) => {
      event.preventDefault();
      see([...fields, ""]);
      if (running.current) return;
      if (checked.kind === "right") void send(checked.value, event.currentTarget);
      else focusFirst(event.currentTarget, fields, checked.problems);
    },
    reset: () => {
      setValues(options.initial);
      setSeen(new Set());
      setAnswered(NOTHING);
    },
  };
}

const NOTHING = { fields: {}, form: undefined };

type FormCode = Extract<TextKey, `ui.form.${string}`>;

function isFormCode(code: string): code is FormCode {
  return code.startsWith("ui.form.");
}

function without(problems: Problems, field: string): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field));
}

/** In the order of the page, which a person reads, not of the schema. */
function focusFirst(form: HTMLFormElement, fields: readonly string[], problems: Problems): void {
  const wrong = [...form.elements].find(
    (element) =>
      element instanceof HTMLElement && fields.includes(nameOf(element)) && problems[nameOf(element)] !== undefined,
  );
  if (wrong instanceof HTMLElement) wrong.focus();
}

function nameOf(element: Element): string {
  return element.getAttribute("name") ?? "";
}
