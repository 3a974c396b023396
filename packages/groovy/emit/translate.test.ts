import { beforeAll, describe, expect, it } from "vitest";
import { type Engine, nodeEngine, printed, quickjsEngine } from "../testing/engines.ts";
import { translate } from "./translate.ts";

describe("a translated script", () => {
  let engines: Engine[];
  beforeAll(async () => {
    engines = [nodeEngine(), await quickjsEngine()];
  });
  const both = (source: string, host: Readonly<Record<string, unknown>> = {}) =>
    engines.map((engine) => printed(engine, source, host));
  const expectBoth = (source: string, text: string, host: Readonly<Record<string, unknown>> = {}) =>
    expect(both(source, host)).toEqual([text, text]);

  it("sees what the host gives it, and numbers of the host as doubles [TST-02]", () => {
    const host = { speed: [1, 2.5, 50], limit: 40, device: { name: "EV-01" } };
    expectBoth(
      "println speed.findAll { it > limit }\nprintln speed[0]\nprintln device.name",
      "[50.0]\n1.0\nEV-01\n",
      host,
    );
  });

  it("calls functions of the host with plain values, and their errors can be caught [TST-02]", () => {
    const seen: unknown[] = [];
    const host = {
      take: (...args: unknown[]) => {
        seen.push(...args);
        return args.length;
      },
      fails: () => {
        throw new Error("no data");
      },
    };
    const source = 'println take(1, 2.5, "a$' + '{1}", [k: [1L]])\ntry { fails() } catch (e) { println e.message }';
    expect(printed(engines[0] as Engine, source, host)).toBe("4.0\nno data\n");
    expect(JSON.parse(JSON.stringify(seen))).toEqual([1, 2.5, "a1", { k: [1] }]);
  });

  it("has no way to the engine's own objects [TST-02]", () => {
    const outside = [
      "globalThis",
      "Function",
      "process",
      "require",
      "groovy",
      "rt",
      "eval",
      "constructor",
      "__proto__",
    ];
    for (const name of outside)
      expectBoth(`try { println ${name} } catch (MissingPropertyException e) { println 'none' }`, "none\n");
    expectBoth("try { println([].constructor) } catch (e) { println e.class.simpleName }", "[]\n");
    expectBoth(
      "try { println({ 1 }.constructor('return 1')) } catch (e) { println e.class.simpleName }",
      "MissingMethodException\n",
    );
    expectBoth(
      "try { println 'a'.constructor } catch (e) { println e.class.simpleName }",
      "MissingPropertyException\n",
    );
    expectBoth("try { [a: 1].__proto__.x = 5 } catch (e) { println e.class.simpleName }", "NullPointerException\n");
    expectBoth(
      "try { println device.toString.constructor } catch (e) { println e.class.simpleName }",
      "NullPointerException\n",
      { device: { a: 1 } },
    );
  });

  it("ends with the line of the error, also deep in closures and methods [TST-02]", () => {
    expectBoth(
      "def f(x) {\n  def y = x\n\n  y.foo()\n}\n[1].each {\n  f(null)\n}",
      "!! java.lang.NullPointerException: Cannot invoke method foo() on null object @ line 4",
    );
    expectBoth(
      "def a = [1,\n  2,\n  null.size()]",
      "!! java.lang.NullPointerException: Cannot invoke method size() on null object @ line 3",
    );
  });

  it("recursion without end is an error that can be caught [TST-02]", () => {
    expectBoth("def f(n) { f(n + 1) + 1 }\ntry { f(0) } catch (StackOverflowError e) { println 'deep' }", "deep\n");
  });

  it("writes plain arithmetic where types are known [TST-02]", () => {
    const result = translate(
      "double f(double[] v, double k) { double s = 0\nfor (int i = 0; i < v.length; i++) s += v[i] * k\ns }",
    );
    expect(result.ok && result.code).toContain("($v[$i] ?? ");
    expect(result.ok && result.code).not.toMatch(/times\(|plus\(|next\(/);
  });

  it("keeps what it prints within a limit [TST-02]", () => {
    const [text] = both("100000.times { println 'x' * 100 }");
    expect(text?.length).toBe(1_000_000);
  });
});
