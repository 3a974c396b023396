import type { Cursor } from "./cursor.ts";
import { unsupported } from "./problem.ts";

/** Packages whose supported classes are known without an import; importing them does nothing. */
export const IMPORTS: readonly string[] = ["java.lang", "java.util", "java.util.regex", "java.math", "groovy.lang"];
/** Static imports: the members of Math become names. */
export const STATIC_IMPORTS: readonly string[] = ["java.lang.Math"];

/** Gives the class of a static import, `*` for all of its members. */
export function importStatement(cursor: Cursor): { owner: string; member: string } | undefined {
  const at = cursor.expect("import");
  const isStatic = cursor.accept("static");
  const names = [cursor.name().text];
  while (cursor.accept(".")) {
    if (cursor.accept("*")) names.push("*");
    else names.push(cursor.name().text);
  }
  const last = names.pop() ?? "";
  const owner = names.join(".");
  if (cursor.is("as")) throw unsupported("import as", cursor.peek());
  cursor.endStatement();
  if (isStatic) {
    if (!STATIC_IMPORTS.includes(owner)) throw unsupported(`import static ${owner}.${last}`, at);
    return { owner: names.at(-1) ?? "", member: last };
  }
  if (!IMPORTS.includes(owner)) throw unsupported(`import ${owner}.${last}`, at);
  return undefined;
}
