import { REFUSED_CLASSES, REFUSED_FUNCTIONS, REFUSED_MEMBERS } from "../emit/refused.ts";
import { CONSTANTS } from "../runtime/constants.ts";
import { TABLES } from "../runtime/dispatch.ts";
import { STATICS } from "../runtime/statics.ts";
import { EXCEPTIONS } from "../runtime/throwable.ts";
import { KNOWN_CLASSES } from "../runtime/types.ts";
import { IMPORTS } from "../syntax/imports.ts";

const INTRO = `# Groovy in test scripts

A test script is written in Groovy 2.4 (or JavaScript). Canopy translates it and runs it in a sandbox, without a JVM, files,
network, threads or clock. More than 200 scripts prove on every run that it prints what Debian's Groovy 2.4 prints. What is not
supported is marked with its line before the script is saved. This page is written by \`packages/groovy/testing/write-docs.ts\`
from the tables of the program.

## Language

| | |
|---|---|
| variables | \`def\`, types, several at once (\`def (a, b) = [1, 2]\`), names without declaration are shared with methods |
| numbers | \`1\` Integer (wraps at 32 bits), \`1L\` Long, \`1G\` BigInteger, \`1.5\` BigDecimal, \`1.5d\` Double, \`1.5f\` Float; hexadecimal, binary, octal, \`_\`. Samples are Double |
| arithmetic | \`+ - * / % **\`; \`/\` of whole numbers gives BigDecimal, \`.intdiv()\` a whole number; promotion and scale as in Groovy |
| text | \`'…'\`, \`"…\${x}…"\`, \`"…$x.y…"\`, \`\${-> lazy}\`, triple quotes, \`/slashy/\`, \`$/dollar slashy/$\` |
| collections | lists \`[1, 2]\`, maps \`[a: 1]\`, ranges \`1..5\`, \`1..<5\`, arrays \`int[] a = [1, 2]\`, \`new double[10]\` |
| operators | \`?:\`, \`?.\`, \`*.\`, \`*list\`, \`*:map\`, \`<=>\`, \`=~\`, \`==~\`, \`in\`, \`as\`, \`instanceof\`, casts, bits, \`.&name\` |
| control | \`if\`, \`while\`, \`for (x in …)\`, \`for (;;)\`, labels, \`switch\` with values, ranges, lists, classes, patterns, closures; \`try\`/\`catch\`/\`finally\`, \`throw\`, \`assert\` |
| methods | initial values, named arguments as a map, \`Object...\`, overloads, types of parameters and result |
| closures | \`it\`, parameters with types and initial values, curry, composition, memoize |
| classes | fields, properties with getters and setters, constructors, static members, operators as methods; no inheritance |

An error at run time has its Java class, its message and the line of the script. Texts of power asserts are shortened to the
asserted expression, "Possible solutions" are left out (their order follows hashes of the JVM), and a number has the fewest
digits that give it back (Java 17 prints 9.999999999999999E22 for 1e23).

## Refused, by name and line

- Syntax of Groovy 3: lambdas \`->\` after brackets, \`do … while\`, \`!in\`, \`!instanceof\`, \`?=\`, \`var\`, \`new int[]{…}\`, \`::\`,
  \`===\`, \`!==\`, \`?[…]\`, try with resources, \`case … ->\`.
- What 2.4 itself refuses or cannot find: several variables or steps in \`for (;;)\`, a comparison after \`as\` or \`instanceof\`
  without brackets, an initial value of a parameter by another that has one.
- \`extends\`, \`implements\`, \`interface\`, \`trait\`, \`enum\`, inner and anonymous classes, annotations, \`super\`, \`synchronized\`, \`.@\`,
  \`package\`.
`;

function words(names: Iterable<string>): string {
  return [...names]
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(" ");
}

/** Methods of a table without those that every value has. */
function own(table: Readonly<Record<string, unknown>>, common: ReadonlySet<string>): string[] {
  return Object.keys(table).filter((name) => !name.startsWith("$") && !common.has(name));
}

/** docs/groovy.md */
export function docsText(): string {
  const everywhere = new Set(Object.keys(TABLES["Object (every value)"] ?? {}).filter((name) => !name.startsWith("$")));
  const rows = Object.entries(TABLES).map(([type, table]) => {
    const names = type.startsWith("Object") ? everywhere : own(table, everywhere);
    return `| ${type} | ${words(names)} |`;
  });
  const statics = Object.entries(STATICS).map(([type, table]) => {
    const constants = Object.keys(CONSTANTS)
      .filter((name) => name.startsWith(`${type}.`))
      .map((name) => name.slice(type.length + 1));
    return `| ${type} | ${words([...Object.keys(table), ...constants])} |`;
  });
  return `${INTRO}- Classes: ${words(REFUSED_CLASSES)}, every class that is not below, and all of \`System\` but \`System.out.println\`.
- Members: ${words(REFUSED_MEMBERS)}; functions: ${words(REFUSED_FUNCTIONS)}.
- Imports but of ${words(IMPORTS)}, whose classes need none, and \`import static java.lang.Math.*\`.

## Methods

| of | |
|---|---|
${rows.join("\n")}

## Static members

| of | |
|---|---|
${statics.join("\n")}

## Classes

${words([...KNOWN_CLASSES.keys()].filter((name) => !EXCEPTIONS.has(name)))}

Exceptions: ${words(EXCEPTIONS.keys())}
`;
}
