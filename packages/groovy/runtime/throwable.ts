/** Parent of each exception class and the package of its family. */
const TABLE = `
Throwable Object java.lang
Exception Throwable java.lang
RuntimeException Exception java.lang
IllegalArgumentException RuntimeException java.lang
NumberFormatException IllegalArgumentException java.lang
IllegalStateException RuntimeException java.lang
ArithmeticException RuntimeException java.lang
NullPointerException RuntimeException java.lang
ClassCastException RuntimeException java.lang
GroovyCastException ClassCastException org.codehaus.groovy.runtime.typehandling
IndexOutOfBoundsException RuntimeException java.lang
ArrayIndexOutOfBoundsException IndexOutOfBoundsException java.lang
StringIndexOutOfBoundsException IndexOutOfBoundsException java.lang
NegativeArraySizeException RuntimeException java.lang
UnsupportedOperationException RuntimeException java.lang
SecurityException RuntimeException java.lang
GroovyRuntimeException RuntimeException groovy.lang
MissingMethodException GroovyRuntimeException groovy.lang
MethodSelectionException GroovyRuntimeException org.codehaus.groovy.runtime.metaclass
MissingPropertyException GroovyRuntimeException groovy.lang
ReadOnlyPropertyException MissingPropertyException groovy.lang
NoSuchElementException RuntimeException java.util
InputMismatchException NoSuchElementException java.util
ConcurrentModificationException RuntimeException java.util
EmptyStackException RuntimeException java.util
IllegalFormatException IllegalArgumentException java.util
UnknownFormatConversionException IllegalFormatException java.util
MissingFormatArgumentException IllegalFormatException java.util
IllegalFormatConversionException IllegalFormatException java.util
PatternSyntaxException IllegalArgumentException java.util.regex
CloneNotSupportedException Exception java.lang
InterruptedException Exception java.lang
TimeoutException Exception java.util.concurrent
IOException Exception java.io
Error Throwable java.lang
AssertionError Error java.lang
PowerAssertionError AssertionError org.codehaus.groovy.runtime.powerassert
VirtualMachineError Error java.lang
StackOverflowError VirtualMachineError java.lang
OutOfMemoryError VirtualMachineError java.lang`;

export interface ExceptionClass {
  readonly name: string;
  readonly parent: string;
  readonly full: string;
}

export const EXCEPTIONS: ReadonlyMap<string, ExceptionClass> = new Map(
  TABLE.trim()
    .split("\n")
    .map((row) => row.split(" "))
    .map(([name = "", parent = "", from = ""]) => [name, { name, parent, full: `${from}.${name}` }]),
);

/** An exception of Groovy. As an Error it carries the stack of JavaScript, of which the lines are mapped back. */
export class Throwable extends Error {
  readonly type: ExceptionClass;
  readonly text: string | null;
  override readonly cause: unknown;

  constructor(name: string, text: string | null, cause: unknown = null) {
    super(text ?? name);
    const type = EXCEPTIONS.get(name);
    if (type === undefined) throw new Error(`no exception class ${name}`);
    this.type = type;
    this.text = text;
    this.cause = cause;
  }
}

export function isException(thrown: Throwable, name: string): boolean {
  for (let type: ExceptionClass | undefined = thrown.type; type; type = EXCEPTIONS.get(type.parent))
    if (type.name === name) return true;
  return name === "Object";
}

export function fail(name: string, text: string | null): never {
  throw new Throwable(name, text);
}

/** An error of JavaScript, also of another context of the engine. */
export function isError(value: unknown): value is Error {
  return typeof value === "object" && value !== null && "message" in value && "stack" in value;
}
