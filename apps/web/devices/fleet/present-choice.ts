import type { Option } from "../../ui/form/Select.tsx";

/**
 * Options with the present value among them. A list that lacks it, because it is not offered any more or the user may not
 * see it, would show another one as chosen.
 */
export function withPresent(
  options: readonly Option<string>[],
  present: string | null | undefined,
  label: string,
): readonly Option<string>[] {
  const isMissing = present && options.every(({ value }) => value !== present);
  return isMissing ? [...options, { value: present, label }] : options;
}
