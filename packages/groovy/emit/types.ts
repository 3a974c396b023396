import { KNOWN_CLASSES } from "../runtime/types.ts";
import type { TypeName } from "../syntax/ast.ts";
import type { Context } from "./context.ts";

/** A class that is neither known nor the script's own is refused. */
export function checkType(context: Context, type: TypeName | undefined): void {
  if (type === undefined || KNOWN_CLASSES.has(type.name) || context.classes.has(type.name)) return;
  context.refuse(`class ${type.name}`, type);
}
