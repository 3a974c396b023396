import { any, asNumber, boxed, type Code } from "./code.ts";

/** The function of the run-time for each operator. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "div",
  "%": "mod",
  "**": "pow",
  "<<": "shl",
  ">>": "shr",
  ">>>": "ushr",
  "&": "and",
  "|": "or",
  "^": "xor",
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "<=>": "cmp",
};
const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);
const ON_DOUBLES: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);
const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "%"]);
const INT_WRAPS: Readonly<Record<string, (a: string, b: string) => string>> = {
  "+": (a, b) => `((${a} + ${b}) | 0)`,
  "-": (a, b) => `((${a} - ${b}) | 0)`,
  "*": (a, b) => `Math.imul(${a}, ${b})`,
  "%": (a, b) => `intRemainder(${a}, ${b})`,
  "&": (a, b) => `(${a} & ${b})`,
  "|": (a, b) => `(${a} | ${b})`,
  "^": (a, b) => `(${a} ^ ${b})`,
  "<<": (a, b) => `(${a} << ${b})`,
  ">>": (a, b) => `(${a} >> ${b})`,
  ">>>": (a, b) => `((${a} >>> ${b}) | 0)`,
};

function isInt(code: Code): boolean {
  return code.type === "int" || code.whole === true;
}

export function binaryCode(operator: string, left: Code, right: Code): Code {
  const code = computed(operator, left, right);
  const kind = primitiveResult(left, right);
  if (kind === null || COMPARISONS.has(operator)) return { ...code, primitive: null };
  if (operator === "/") return { ...code, primitive: null, quotient: `quotient(${left.js}, ${right.js})` };
  return { ...code, primitive: ARITHMETIC.has(operator) ? kind : null };
}

/** Both are primitive whole numbers of Java. */
function primitiveResult(left: Code, right: Code): "int" | "long" | null {
  const [a, b] = [left, right].map(({ primitive, type, whole }) =>
    primitive === undefined ? (type === "int" || whole ? "int" : null) : primitive,
  );
  return a === null || b === null || a === undefined || b === undefined ? null : a === "long" ? a : b;
}

function computed(operator: string, left: Code, right: Code): Code {
  const a = asNumber(left);
  const b = asNumber(right);
  const known = left.type === "int" || left.type === "double" || right.type === "int" || right.type === "double";
  if (a !== undefined && b !== undefined && known) {
    const direct = directCode(operator, left, right, a, b);
    if (direct !== undefined) return direct;
  }
  if (operator === "==" || operator === "!=") {
    if (left.type === "boolean" && right.type === "boolean")
      return { js: `(${left.js} ${operator}= ${right.js})`, type: "boolean" };
    // Without a call; undefined counts as null.
    if (right.js === "null" && left.type === "any") return { js: `(${left.js} ${operator} null)`, type: "boolean" };
  }
  return guarded(operator, left, right, a, b);
}

/** Both are numbers whose kind is known when translating. */
function directCode(operator: string, left: Code, right: Code, a: string, b: string): Code | undefined {
  const ints = isInt(left) && isInt(right);
  const double = left.type === "double" || right.type === "double";
  // Java compares doubles with one instruction: NaN is above, also on the right.
  if (double && (operator === ">" || operator === ">="))
    return { js: `!(${a} ${operator === ">" ? "<=" : "<"} ${b})`, type: "boolean" };
  if (COMPARISONS.has(operator) && (ints || double)) {
    const sign = operator === "==" || operator === "!=" ? `${operator}=` : operator;
    return { js: `(${a} ${sign} ${b})`, type: "boolean" };
  }
  if (double && ON_DOUBLES.has(operator)) return { js: `(${a} ${operator} ${b})`, type: "double" };
  const wrap = ints ? INT_WRAPS[operator] : undefined;
  return wrap === undefined ? undefined : { js: wrap(a, b), type: "int" };
}

/** Doubles take the short way where the operands may be looked at twice. */
function guarded(operator: string, left: Code, right: Code, a: string | undefined, b: string | undefined): Code {
  const name = FUNCTIONS[operator];
  if (name === undefined) throw new Error(`no operator ${operator}`);
  const slow = `${name}(${boxed(left)}, ${boxed(right)})`;
  const type = COMPARISONS.has(operator) ? "boolean" : "any";
  const quick = ON_DOUBLES.has(operator) || (COMPARISONS.has(operator) && operator !== "==" && operator !== "!=");
  const loose = (code: Code, number: string | undefined) =>
    number === undefined && code.type === "any" && code.simple === true;
  const usable = (code: Code, number: string | undefined) =>
    (number !== undefined && (code.simple === true || code.type === "double")) || loose(code, number);
  const checks = [left, right]
    .filter((code, at) => loose(code, at === 0 ? a : b))
    .map((code) => `typeof ${code.js} === "number"`);
  if (!quick || checks.length === 0 || !usable(left, a) || !usable(right, b) || !bothSimple(left, right))
    return { js: slow, type };
  const direct = `${a ?? left.js} ${operator} ${b ?? right.js}`;
  return { js: `(${checks.join(" && ")} ? ${direct}${nanIsLargest(operator, left, right, a, b)} : ${slow})`, type };
}

/** A Double and a number of another type compare by Double.compare, where NaN is above every number. */
function nanIsLargest(operator: string, left: Code, right: Code, a: string | undefined, b: string | undefined): string {
  if (!COMPARISONS.has(operator)) return "";
  const [code, number, other] = operator.startsWith(">") ? [left, a, right] : [right, b, left];
  const mixed = number === undefined && (other.type === "int" || (other.literal !== undefined && other.type === "any"));
  return mixed ? ` || ${code.js} !== ${code.js}` : "";
}

function bothSimple(left: Code, right: Code): boolean {
  return left.simple === true && right.simple === true;
}

export function negated(value: Code): Code {
  if (value.type === "double") return { js: `(-${value.js})`, type: "double" };
  if (value.type === "int") return { js: `(-${value.js} | 0)`, type: "int", primitive: null };
  return any(`neg(${value.js})`);
}
