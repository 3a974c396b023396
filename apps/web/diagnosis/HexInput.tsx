import { useState } from "react";
import type { ControlProps } from "../ui/form/Field.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { hexOf, numberOfHex } from "./hex.ts";

interface HexInputProps extends ControlProps {
  name: string;
  value: number;
  onChange(value: number): void;
}

/** A number typed in hexadecimal; what is none becomes NaN, which no contract takes. */
export function HexInput({ value, onChange, ...rest }: HexInputProps) {
  const [text, setText] = useState(hexOf(value));
  const shown = Object.is(numberOfHex(text), value) ? text : hexOf(value);
  const type = (typed: string) => {
    setText(typed);
    onChange(numberOfHex(typed));
  };
  return <TextInput {...rest} mono autoComplete="off" spellCheck={false} value={shown} onChange={type} />;
}
