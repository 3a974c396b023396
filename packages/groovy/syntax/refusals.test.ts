import { describe, expect, it } from "vitest";
import { translate } from "../emit/translate.ts";

function refusal(source: string): string {
  const result = translate(source);
  if (result.ok) return "none";
  return result.problems.map(({ kind, what, line, column }) => `${kind} ${what} ${line}:${column}`).join("; ");
}

describe("syntax of Groovy 3 is refused by name, line and column [TST-02]", () => {
  it.each([
    ["def f = (x) -> x + 1", "unsupported lambda 1:9"],
    ["def f = () -> 1", "unsupported lambda 1:9"],
    ["def f = (a, b) -> a", "unsupported lambda 1:9"],
    ["\ndo { x++ } while (x < 3)", "unsupported do-while 2:1"],
    ["if (1 !in [2]) println 1", "unsupported !in 1:7"],
    ["if (1 !instanceof String) println 1", "unsupported !instanceof 1:7"],
    ["def a = null\na ?= 5", "unsupported ?= 2:3"],
    ["var x = 5", "unsupported var 1:1"],
    ["def a = new int[]{1, 2}", "unsupported array literal 1:9"],
    ["def f = String::valueOf", "unsupported :: 1:15"],
    ["println 1 === 1", "unsupported === 1:11"],
    ["println 1 !== 1", "unsupported !== 1:11"],
    ["def a = [1]\nprintln a?[0]", "unsupported ?[ 2:10"],
    ["try (def r = x()) { }", "unsupported try-with-resources 1:5"],
    ["switch (1) { case 1 -> 2 }", "unsupported case -> 1:21"],
  ])("%j", (source, expected) => expect(refusal(source)).toBe(expected));
});

describe("what Groovy 2.4 itself refuses or does not find is refused too [TST-02]", () => {
  it.each([
    ["println([] as Set instanceof Collection)", "syntax instanceof 1:19"],
    ["println 1 as int < 2", "syntax < 1:18"],
    ["for (int i = 0, j = 9; i < j; i++) println i", "unsupported for with several variables 1:6"],
    ["int j = 9\nfor (int i = 0; i < j; i++, j--) println i", "unsupported for with several steps 2:27"],
    ["def f(a, b = 2, c = b * 2) { c }", "unsupported b in an initial value 1:21"],
    ["def f = { a, b = a, c = b + 1 -> c }", "unsupported b in an initial value 1:25"],
  ])("%j", (source, expected) => expect(refusal(source)).toBe(expected));
});

describe("what a script may not do is refused before it runs [TST-02]", () => {
  it.each([
    ["class A extends B { }", "unsupported inheritance 1:9"],
    ["class A implements B { }", "unsupported implements 1:9"],
    ["interface A { }", "unsupported interface 1:1"],
    ["enum A { X }", "unsupported enum 1:1"],
    ["trait A { }", "unsupported trait 1:1"],
    ["@Immutable class A { }", "unsupported annotation 1:1"],
    ["import java.io.File", "unsupported import java.io.File 1:1"],
    ["import groovy.transform.*", "unsupported import groovy.transform.* 1:1"],
    ["new File('/etc/passwd').text", "unsupported class File 1:5"],
    ["Thread.start { }", "unsupported class Thread 1:1"],
    ["def t = new Thread({ })", "unsupported class Thread 1:13"],
    ["System.exit(1)", "unsupported System.exit 1:8"],
    ["println System.getenv('PATH')", "unsupported System.getenv 1:16"],
    ["println System.currentTimeMillis()", "unsupported System.currentTimeMillis 1:16"],
    ["'ls'.execute()", "unsupported .execute() 1:6"],
    ["String.metaClass.foo = { }", "unsupported .metaClass 1:8"],
    ["Class.forName('x')", "unsupported .forName() 1:7"],
    ["evaluate('1')", "unsupported evaluate() 1:1"],
    ["new URL('http://x')", "unsupported class URL 1:5"],
    ["Runtime.getRuntime()", "unsupported class Runtime 1:1"],
    ["def x = new Foo()", "unsupported class Foo 1:13"],
    ["new Date()", "unsupported class Date 1:5"],
    ["Foo x = null", "unsupported class Foo 1:1"],
    ["package a.b", "unsupported package 1:1"],
    ["synchronized (x) { }", "unsupported synchronized 1:1"],
    ["def c = new Object() { }", "unsupported anonymous class 1:22"],
    ["class A { class B { } }", "unsupported inner class 1:11"],
    ["println x.@y", "unsupported .@ 1:10"],
  ])("%j", (source, expected) => expect(refusal(source)).toBe(expected));

  it("names all of them in the order of the source", () => {
    expect(refusal("new File('a')\nprintln 1\nSystem.exit(0)\nnew Random()")).toBe(
      "unsupported class File 1:5; unsupported System.exit 3:8; unsupported class Random 4:5",
    );
  });
});

describe("wrong syntax is told with the place [TST-02]", () => {
  it.each([
    ["def x = ", "syntax end 1:9"],
    ["println (1", "syntax end 1:11"],
    ["def s = 'abc", "syntax ' 1:9"],
    ["if (x { }", "syntax end 1:10"],
    ["1 +* 2", "syntax * 1:4"],
    ["foo(]", "syntax ] 1:5"],
    ["\n\n  }", "syntax } 3:3"],
    ["def a = 1\ndef a = 2", "syntax a 2:5"],
    ["/* open", "syntax /* 1:1"],
    ['"$' + '{1"', 'syntax " 1:5'],
  ])("%j", (source, expected) => expect(refusal(source)).toBe(expected));
});
