import { useState } from "react";
import { Field } from "../../ui/form/Field.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";

interface CommitFieldProps {
  label: string;
  value: string;
  /** Called on blur or Enter; returns the problem. Absent: read-only. */
  onCommit: ((text: string) => string | undefined) | undefined;
  hint?: string | undefined;
  lines?: number;
  mono?: boolean;
}

/** A field that takes effect on blur: a half-typed number is not a change. */
export function CommitField({ label, value, onCommit, hint, lines, mono = false }: CommitFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [error, setError] = useState<string>();
  if (known !== value) {
    setKnown(value);
    setTyped(value);
    setError(undefined);
  }
  const commit = () => {
    if (onCommit && typed !== value) setError(onCommit(typed));
    else setError(undefined);
  };
  const common = { value: typed, onChange: setTyped, onBlur: commit, readOnly: !onCommit, autoComplete: "off", mono };
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) =>
        lines ? (
          <TextArea {...control} {...common} rows={lines} dir="auto" />
        ) : (
          <TextInput
            {...control}
            {...common}
            spellCheck={false}
            onKeyDown={(event) => {
              if (event.key === "Enter") commit();
              if (event.key === "Escape") setTyped(value);
            }}
          />
        )
      }
    </Field>
  );
}
