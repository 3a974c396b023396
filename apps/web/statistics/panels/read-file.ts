export type ReadFile =
  | { readonly kind: "file"; readonly file: Record<string, unknown> }
  | { readonly kind: "notJson"; readonly why: string }
  | { readonly kind: "tooLarge" };

/** What a panel file must be before the server looks into it. */
export function readFileText(text: string): ReadFile {
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    return { kind: "file", file: isObject ? { ...read } : {} };
  } catch (thrown) {
    return { kind: "notJson", why: thrown instanceof Error ? thrown.message : "" };
  }
}

const MAX_NAME = 50;

/** The name of the file, with a number where it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  let [free, number] = [name, 2];
  while (known.has(free.toLowerCase())) {
    const end = ` ${number}`;
    free = `${name.slice(0, MAX_NAME - end.length)}${end}`;
    number += 1;
  }
  return free;
}
