import { useState } from "react";
import { TextInput, type TextInputProps } from "./TextInput.tsx";
import { numberOfText, textOfNumber } from "./typed-number.ts";

interface NumberInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** NaN: empty, or no number. */
  value: number;
  onChange(value: number): void;
}

/** A number as it is typed. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={textOfNumber(typed, value)}
      onChange={(text) => {
        setTyped(text);
        onChange(numberOfText(text));
      }}
    />
  );
}
