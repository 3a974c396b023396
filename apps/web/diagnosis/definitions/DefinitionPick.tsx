import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import "./definition-texts.ts";

interface DefinitionPickProps {
  label: string;
  of: readonly { readonly id: number; readonly name: string }[] | undefined;
  /** Four digits; others stand for none. */
  value: string;
  onPick(id: string): void;
}

/** A defined identifier or routine by its name; nothing where none is defined. */
export function DefinitionPick({ label, of, value, onPick }: DefinitionPickProps) {
  const t = useText();
  if (!of || of.length === 0) return null;
  const options = of.map(({ id, name }) => {
    const hex = id.toString(16).toUpperCase().padStart(4, "0");
    return { value: hex, label: `${hex} ${name}` };
  });
  const chosen = options.some((option) => option.value === value) ? value : "";
  return (
    <Field label={label}>
      {(control) => (
        <Select<string>
          {...control}
          options={[{ value: "", label: t("diagnosis.defs.pickNone") }, ...options]}
          value={chosen}
          onChange={(id) => id !== "" && onPick(id)}
        />
      )}
    </Field>
  );
}
