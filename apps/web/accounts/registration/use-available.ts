import { type AVAILABILITY_FIELDS, checkAvailability } from "@canopy/contract/accounts/registration";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { codeText } from "../../platform/error-texts.ts";
import type { FieldError } from "../../ui/form/Field.tsx";

interface Asked {
  field: (typeof AVAILABILITY_FIELDS)[number];
  value: string;
  /** The rules of the form hold; nothing else is asked for. */
  isValid: boolean;
  /** The code of the sentence where the answer is no. */
  code: string;
}

/** ACC-19: asked when the field is left; quietly given up where the server refuses to be asked so often. */
export function useAvailable({ field, value, isValid, code }: Asked) {
  const [left, setLeft] = useState("");
  const query = useQuery({
    queryKey: [checkAvailability.name, field, value],
    queryFn: ({ signal }) => api(checkAvailability, { query: { field, value } }, { signal }),
    enabled: isValid && left === value && value !== "",
    retry: false,
    staleTime: 60_000,
  });
  const isAnswered = isValid && left === value && query.data !== undefined;
  const error: FieldError | undefined =
    isAnswered && query.data === false ? { text: codeText(code) ?? code, code } : undefined;
  return { isFree: isAnswered && query.data === true, error, onLeave: () => setLeft(value) };
}
