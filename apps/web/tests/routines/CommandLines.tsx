import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import type { ReadLines } from "./command-lines.ts";
import "../texts.ts";

interface CommandLinesProps<T> {
  name: string;
  label: string;
  hint: string;
  items: readonly T[];
  error: string | undefined;
  read(text: string): ReadLines<T>;
  write(items: readonly T[]): string;
  /** Undefined: a line cannot be read. */
  onChange(items: T[] | undefined): void;
}

/** Commands typed or pasted, one a line. What cannot be read stays in the field and is told by its line. */
export function CommandLines<T>({ name, label, hint, items, error, read, write, onChange }: CommandLinesProps<T>) {
  const t = useText();
  const [text, setText] = useState(() => write(items));
  const known = read(text);
  const problem = known.ok ? error : t("tests.form.line", { line: known.line });
  return (
    <Field label={label} hint={hint} error={problem}>
      {(control) => (
        <TextArea
          {...control}
          name={name}
          mono
          rows={4}
          spellCheck={false}
          value={text}
          onChange={(typed) => {
            setText(typed);
            const next = read(typed);
            onChange(next.ok ? next.items : undefined);
          }}
        />
      )}
    </Field>
  );
}
