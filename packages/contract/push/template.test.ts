import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pushSource } from "./source.ts";
import { renderTemplate, templateFields, templateProblem } from "./template.ts";

const signal = { channel: 0, dbc_id: "00000000-0000-4000-8000-000000000000", message_id: 256, is_extended: false };
const source = pushSource.parse({
  kind: "signals",
  signals: [
    { ...signal, signal: "Speed" },
    { ...signal, signal: "Soc", name: "battery.soc" },
  ],
});
const FIELDS = templateFields(source);
const data = {
  id: "m1",
  time: 1_700_000_000_000,
  device: { id: "D1", name: 'VAN "1"\n{{id}}' },
  signals: { Speed: 88.25, "battery.soc": null },
};

describe("a template", () => {
  it("puts values into JSON with their types, and into texts as words [CAP-01]", () => {
    const template = `{"t": "{{time}}", "v": "{{ signals.Speed }}", "s": "{{signals.battery.soc}}",
      "all": ["{{signals}}"], "text": "{{device.name}} at {{signals.Speed}} rpm"}`;
    expect(templateProblem(template, FIELDS)).toBeUndefined();
    expect(JSON.parse(renderTemplate(template, data))).toEqual({
      t: 1_700_000_000_000,
      v: 88.25,
      s: null,
      all: [{ Speed: 88.25, "battery.soc": null }],
      text: 'VAN "1"\n{{id}} at 88.25 rpm',
    });
  });

  it("that is empty is the whole of the data [CAP-01]", () => {
    expect(templateProblem(" \n", FIELDS)).toBeUndefined();
    expect(JSON.parse(renderTemplate(" \n", data))).toEqual(data);
  });

  it.each([
    ['{\n  "a": "{{device.nmae}}"\n}', { kind: "field", name: "device.nmae", line: 2, column: 9 }],
    ['{"a": "{{id}} {{}}"}', { kind: "field", name: "", line: 1, column: 15 }],
    ['{"a": "{{__proto__}}"}', { kind: "field", name: "__proto__", line: 1, column: 8 }],
    ['{\n "a": 1,\n}', { kind: "json", name: "", line: 3, column: 1 }],
    ['{"a": ', { kind: "json", name: "", line: 1, column: 7 }],
    ['{"v": {{time}}}', { kind: "json", name: "", line: 1, column: 8 }],
  ])("%j is refused with the place of its fault [CAP-01]", (template, problem) => {
    expect(templateProblem(template, FIELDS)).toEqual(problem);
  });

  it("gives JSON whatever the values are [CAP-01]", () => {
    const template = '{"whole": "{{device.name}}", "part": "<{{device.name}}>"}';
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const read = JSON.parse(renderTemplate(template, { device: { name } }));
        expect(read).toEqual({ whole: name, part: `<${name}>` });
      }),
    );
  });
});
