import { useState } from "react";
import { TextInput, type TextInputProps } from "./TextInput.tsx";
import { clamped, type NumberLimits, textWithin, typedWithin } from "./typed-number.ts";

export interface BoundedNumberProps extends Omit<TextInputProps, "value" | "onChange" | "type"> {
  /** Null: empty. */
  value: number | null;
  limits: NumberLimits;
  onChange(value: number): void;
  /** For a number that may be left out. */
  onClear?(): void;
}

/** A number with limits. What is typed stays as it is typed, and is brought within them on blur and Enter. */
export function BoundedNumber({ value, limits, onChange, onClear, ...rest }: BoundedNumberProps) {
  const [typed, setTyped] = useState<string>();
  const take = (next: number | undefined) => {
    if (next !== undefined && next !== value) onChange(next);
  };
  const settle = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    take(clamped(typed, limits));
  };
  return (
    <TextInput
      step={limits.whole ? 1 : "any"}
      {...rest}
      type="number"
      min={limits.least}
      max={limits.most}
      value={textWithin(typed, value, limits)}
      onChange={(text) => {
        setTyped(text);
        if (text.trim() === "") onClear?.();
        else take(typedWithin(text, limits));
      }}
      onBlur={settle}
      onKeyDown={(event) => event.key === "Enter" && settle()}
    />
  );
}
