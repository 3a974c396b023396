import { describe, expect, it } from "vitest";
import { MessageDecoder } from "../decode/decode.ts";
import { MAX_NAME_LENGTH, type Message } from "../model.ts";
import { writeDbc } from "../write/write.ts";
import { MAX_DBC_BYTES, MAX_STATEMENTS, parseDbc, readDbc } from "./parse.ts";
import { MAX_MESSAGES } from "./parse-messages.ts";
import { MAX_SIGNALS } from "./parse-signals.ts";
import { MAX_PROBLEMS } from "./problem.ts";

const BO = "BO_ 1 M: 8 N\n";
const SG = ' SG_ S : 0|8@1+ (1,0) [0|0] "" N\n';

function message(text: string): Message {
  return parseDbc(text).dbc.messages[0] as Message;
}

function problems(text: string): string[] {
  return parseDbc(text).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

describe("what files in the wild say", () => {
  it("names begin with a digit, hold a dash or another script", () => {
    const { messages } = parseDbc(`BO_ 1 2017_5: 8 N\n SG_ 0_a-b车 : 0|8@1+ (1,0) [0|0] "" N\n`).dbc;
    expect([messages[0]?.name, messages[0]?.signals[0]?.name]).toEqual(["2017_5", "0_a-b车"]);
  });

  it("numbers have every form of C", () => {
    const signal = message(`${BO} SG_ S : 0|8@1+ (1E-05,+1) [-.5|1e3] "" N\n`).signals[0];
    expect([signal?.factor, signal?.offset, signal?.minimum, signal?.maximum]).toEqual([1e-5, 1, -0.5, 1000]);
  });

  it("a limit that is no number costs a warning, not the signal", () => {
    const text = `${BO} SG_ S : 0|8@1+ (1,0) [1.#INF|-0] "" N\n`;
    expect(Object.is(message(text).signals[0]?.maximum, 0)).toBe(true);
    expect(problems(text)).toEqual(["numberExpected 2:24"]);
  });

  it("strings hold line ends, semicolons, keywords and escaped quotes; a lone backslash is itself", () => {
    const { comment } = parseDbc(`${BO}${SG}CM_ "a \\"b\\";\nBO_ 2 X: 8 N // no\\d";\n`).dbc;
    expect(comment).toBe('a "b";\nBO_ 2 X: 8 N // no\\d');
  });

  it("C comments stand outside strings", () => {
    expect(message(`// head\n/* two\n lines */ ${BO}${SG}// end`).signals.length).toBe(1);
  });

  it("marks stick to words or stand apart, lines wrap, CRLF and tabs occur", () => {
    const text = 'BU_: A\r\n  B\r\nBO_ 1 M :8 A\r\n\tSG_ S m3 : 7 | 16 @ 0 - ( 1 , 0 ) [0|0]"km/h" A , B C\r\n';
    const { dbc } = parseDbc(text);
    expect(dbc.nodes.map((node) => node.name)).toEqual(["A", "B"]);
    expect(dbc.messages[0]).toMatchObject({ length: 8, transmitter: "A" });
    const expected = { byteOrder: "motorola", isSigned: true, receivers: ["A", "B", "C"], unit: "km/h" };
    expect(dbc.messages[0]?.signals[0]).toMatchObject(expected);
  });

  it("lines end with a carriage return alone in files of old", () => {
    const { dbc, problems: found } = parseDbc(`// head\r${BO}${SG}x;`.replaceAll("\n", "\r"));
    expect([dbc.messages.length, found[0]?.line]).toEqual([1, 4]);
  });

  it("statements stand in any order", () => {
    const text = `CM_ SG_ 1 S "late";\nVAL_ 1 S T ;\nBA_ "A" BO_ 1 5;\nVAL_TABLE_ T 1 "one" ;\n${BO}${SG}`;
    const { signals, attributes } = message(text);
    expect(signals[0]).toMatchObject({ comment: "late", values: [{ raw: 1, text: "one" }] });
    expect(attributes).toEqual([{ name: "A", value: 5 }]);
  });

  it("the keywords below NS_ are names; the next section ends them, BS_ or not", () => {
    const list = "NS_ :\n\tCM_\n\tBA_DEF_\n\tBS_\n";
    for (const next of ["BS_:\n\nBU_: A\n", "BU_: A\n", ""]) {
      const { dbc } = parseDbc(`${list}\n${next}${BO}${SG}`);
      expect([dbc.newSymbols, dbc.messages.length]).toEqual([["CM_", "BA_DEF_", "BS_"], 1]);
    }
  });

  it("identifiers: bit 31 is extended, forgotten it is guessed, other bits never match a frame", () => {
    const ids = ["2047", "2147483649", "2048", "3221225472", "1075054137", "99999999999"];
    const { dbc, problems: found } = parseDbc(ids.map((id, i) => `BO_ ${id} M${i}: 8 N\n`).join(""));
    const seen = dbc.messages.map(({ id, isExtended, isDecodable }) => [id, isExtended, isDecodable]);
    expect(seen.slice(0, 3)).toEqual([
      [0x7ff, false, true],
      [1, true, true],
      [0x800, true, true],
    ]);
    expect(seen.slice(3).map((one) => one[2])).toEqual([false, false, false]);
    expect(found.map((problem) => problem.code)).toEqual(["idWithoutExtendedBit", "idOutOfRange", "idOutOfRange"]);
  });

  it("of two messages with one identifier the last gets what is said about it", () => {
    const { dbc, problems: found } = parseDbc(`BO_ 1 A: 8 N\nBO_ 1 B: 8 N\nCM_ BO_ 1 "b";\n`);
    expect(dbc.messages.map(({ name, comment }) => [name, comment])).toEqual([
      ["A", null],
      ["B", "b"],
    ]);
    expect(found[0]?.code).toBe("duplicateMessageId");
  });

  it("long names replace the short ones everywhere", () => {
    const text = `BU_: N\n${BO} SG_ X M : 0|8@1+ (1,0) [0|0] "" N\n SG_ Y m1 : 8|8@1+ (1,0) [0|0] "" N
SIG_GROUP_ 1 G 1 : X;
BA_ "SystemNodeLongSymbol" BU_ N "NodeLong";
BA_ "SystemMessageLongSymbol" BO_ 1 "MessageLong";
BA_ "SystemSignalLongSymbol" SG_ 1 X "SignalLong";
`;
    expect(message(text)).toMatchObject({
      name: "MessageLong",
      symbol: "M",
      transmitter: "NodeLong",
      signalGroups: [{ signals: ["SignalLong"] }],
      signals: [
        { name: "SignalLong", symbol: "X", receivers: ["NodeLong"], attributes: [] },
        { multiplexed: { selector: "SignalLong" } },
      ],
    });
  });

  it("value keys are exact beyond 2^53", () => {
    const { signals } = message(`${BO}${SG}VAL_ 1 S 18446744073709551615 "SNA" -1 "minus" ;\n`);
    expect(signals[0]?.values.map((value) => value.raw)).toEqual([18446744073709551615n, -1]);
  });

  it("a value text over two lines is the same in a file of Windows", () => {
    const values = (end: string) => message(`${BO}${SG}VAL_ 1 S 1 "on${end}top" ;`).signals[0]?.values;
    expect(values("\r\n")).toEqual([{ raw: 1, text: "on\ntop" }]);
    expect(values("\r\n")).toEqual(values("\n"));
  });

  it("sections that have no place in the model are told with their line, once for a kind [DBC-01]", () => {
    const text = `${BO}${SG}SGTYPE_ x : 8 , y ;\nSIG_TYPE_REF_ 1 S : x;\nSIG_TYPE_REF_ 1 T : x;\nBA_SGTYPE_ "a" SGTYPE_ x 1;\nCAT_ 1 a 2;\nEV_DATA_ x: 8;\n`;
    const { dbc, problems: found } = parseDbc(text);
    expect(found).toEqual(
      [
        [3, "SGTYPE_"],
        [4, "SIG_TYPE_REF_ × 2"],
        [6, "BA_SGTYPE_"],
        [7, "CAT_"],
        [8, "EV_DATA_"],
      ].map(([line, subject]) => ({ code: "notTaken", severity: "warning", line, column: 1, subject })),
    );
    expect(dbc.messages[0]?.signals).toHaveLength(1);
  });

  it("keeps every comment of the network", () => {
    const { dbc } = parseDbc(`${BO}${SG}CM_ "one";\nCM_ "two";\n`);
    expect(dbc.comment).toBe("one\ntwo");
    expect(parseDbc(writeDbc(dbc)).dbc).toEqual(dbc);
  });
});

describe("multiplexing", () => {
  const mux = `${BO} SG_ A M : 0|8@1+ (1,0) [0|0] "" N\n SG_ B m2M : 8|8@1+ (1,0) [0|0] "" N\n SG_ C m3 : 16|8@1+ (1,0) [0|0] "" N\n`;

  it("without SG_MUL_VAL_ the single M selects", () => {
    expect(message(mux).signals.map((signal) => signal.multiplexed)).toEqual([
      null,
      { selector: "A", ranges: [{ from: 2, to: 2 }] },
      { selector: "A", ranges: [{ from: 3, to: 3 }] },
    ]);
  });

  it("SG_MUL_VAL_ names another selector and ranges", () => {
    const { signals } = message(`${mux}SG_MUL_VAL_ 1 C B 0-0, 5 - 8;\n`);
    const ranges = [
      { from: 0, to: 0 },
      { from: 5, to: 8 },
    ];
    expect(signals[2]?.multiplexed).toEqual({ selector: "B", ranges });
  });

  it("a circle is broken and reported, a signal whose selector is missing has no branch to be shown in", () => {
    const circle = parseDbc(`${mux}SG_MUL_VAL_ 1 B C 0-0;\nSG_MUL_VAL_ 1 C B 0-0;\n`);
    expect(circle.problems.map((problem) => problem.code)).toEqual(["selectorCycle"]);
    const orphan = parseDbc(`${BO} SG_ C m3 : 16|8@1+ (1,0) [0|0] "" N\n`);
    expect(orphan.problems.map((problem) => problem.code)).toEqual(["selectorMissing"]);
    const multiplexed = { selector: "", ranges: [{ from: 3, to: 3 }] };
    expect(orphan.dbc.messages[0]?.signals[0]?.multiplexed).toEqual(multiplexed);
    expect(parseDbc(writeDbc(orphan.dbc)).dbc).toEqual(orphan.dbc);
  });

  const bare = `${BO} SG_ Sel m : 6|2@1+ (1,0) [0|0] "" N\n SG_ A2 m2 : 0|6@1+ (1,0) [0|0] "" N\n SG_ A3 m3 : 0|6@1+ (10,0) [0|0] "" N\n`;

  it("an m without a number selects where nothing else does", () => {
    const { dbc, problems: found } = parseDbc(bare);
    expect(found).toEqual([]);
    expect(dbc.messages[0]?.signals.map(({ isMultiplexor, multiplexed }) => [isMultiplexor, multiplexed])).toEqual([
      [true, null],
      [false, { selector: "Sel", ranges: [{ from: 2, to: 2 }] }],
      [false, { selector: "Sel", ranges: [{ from: 3, to: 3 }] }],
    ]);
    expect(parseDbc(writeDbc(dbc)).dbc).toEqual(dbc);
  });

  it("an m without a number beside an M belongs to no branch", () => {
    const { dbc, problems: found } = parseDbc(`${mux} SG_ D m : 24|8@1+ (1,0) [0|0] "" N\n`);
    expect(found.map((problem) => problem.code)).toEqual(["selectorMissing"]);
    expect(dbc.messages[0]?.signals[3]?.multiplexed).toEqual({ selector: "", ranges: [] });
    expect(parseDbc(writeDbc(dbc)).dbc).toEqual(dbc);
  });
});

describe("problems", () => {
  it("carry line and column, and the rest of the file is read", () => {
    const text = `${BO} SG_ Bad : 0|8@7+ (1,0) [0|0] "" N\n${SG}GARBAGE 1 2 3\nBO_ x y: 8 N\n${SG}CM_ BO_ 9 "t";\n`;
    expect(problems(text)).toEqual([
      "unexpected 2:16",
      "unknownSection 4:1",
      "numberExpected 5:5",
      "signalWithoutMessage 6:6",
      "unknownMessage 7:5",
    ]);
    expect(message(text).signals.length).toBe(1);
  });

  it("an attribute belongs to a known kind of object, however the word is chosen", () => {
    for (const owner of ["constructor", "__proto__"]) {
      expect(problems(`${BO}${SG}BA_DEF_ ${owner} "a" INT 0 1;\n`)).toEqual(["unexpected 3:9"]);
    }
  });

  it("signals that overlap, leave the message or scale by zero are warnings", () => {
    const text = `BO_ 1 M: 1 N\n${SG} SG_ T : 4|8@1+ (0,0) [0|0] "" N\n`;
    expect(problems(text)).toEqual(["signalOutsideMessage 3:6", "zeroFactor 3:6", "signalsOverlap 3:6"]);
    expect(parseDbc(text).problems.every((problem) => problem.severity === "warning")).toBe(true);
  });

  it("branches of one selector may share bits", () => {
    const text = `${BO} SG_ A M : 0|8@1+ (1,0) [0|0] "" N\n SG_ B m1 : 8|8@1+ (1,0) [0|0] "" N\n SG_ C m2 : 8|8@1+ (1,0) [0|0] "" N\n`;
    expect(problems(text)).toEqual([]);
  });

  it("an empty file, or one without messages, says so", () => {
    for (const text of ["", 'VERSION "1"', "\n\n"]) expect(problems(text)).toEqual(["noMessages 1:1"]);
  });

  it("a string without an end is reported where it begins; what follows on other lines is read", () => {
    const text = `${BO}${SG}CM_ "never closed\nBO_ 2 X: 8 N\n`;
    expect(parseDbc(text).dbc.messages.length).toBe(2);
    expect(problems(text)).toContain("unterminatedString 3:5");
  });
});

describe("hostile files", () => {
  it("a name of more than 128 characters is refused with its place, wherever a name stands", () => {
    const long = "x".repeat(MAX_NAME_LENGTH + 1);
    const fits = long.slice(1);
    const signal = (name: string) => ` SG_ ${name} : 0|8@1+ (1,0) [0|0] "" N\n`;
    expect(problems(`BU_: N ${long}\n${BO}${SG}`)).toEqual(["nameTooLong 1:8"]);
    expect(problems(`BO_ 1 ${long}: 8 N\n`)).toEqual(["noMessages 1:1", "nameTooLong 1:7"]);
    expect(problems(`${BO}${SG}${signal(long)}`)).toEqual(["nameTooLong 3:6"]);
    expect(problems(`${BO}${SG}VAL_TABLE_ ${long} 1 "on" ;\n`)).toEqual(["nameTooLong 3:12"]);
    expect(problems(`${BO}${SG}BA_ "SystemSignalLongSymbol" SG_ 1 S "${long}";\n`)).toEqual(["nameTooLong 3:5"]);
    expect(problems(`BU_: N ${fits}\n${BO}${signal(fits)}`)).toEqual([]);
  });

  it("a name of megabytes costs one problem and no memory of the model", () => {
    const { dbc, problems: found } = parseDbc(`${BO}${SG} SG_ ${"x".repeat(8_000_000)} : 0|8@1+ (1,0) [0|0] "" N\n`);
    expect(dbc.messages[0]?.signals.map((signal) => signal.name)).toEqual(["S"]);
    expect(found.map(({ code, line, severity }) => [code, line, severity])).toEqual([["nameTooLong", 3, "error"]]);
  });

  it("a million bad lines give a bounded list", () => {
    const { problems: found } = parseDbc("x y z ;\n".repeat(100_000));
    expect(found.length).toBe(MAX_PROBLEMS + 1);
    expect(found.some((problem) => problem.code === "tooManyProblems")).toBe(true);
  });

  it("too large a file is refused whole, with its size and the limit", () => {
    const bytes = new Uint8Array(MAX_DBC_BYTES + 100).fill(10);
    bytes.set(new TextEncoder().encode(`${BO}${SG}`));
    const { dbc, problems: found } = readDbc(bytes);
    const subject = `${MAX_DBC_BYTES + 100} > ${MAX_DBC_BYTES}`;
    expect([found, dbc.messages.length]).toEqual([[expect.objectContaining({ code: "tooLarge", subject })], 0]);
    expect(readDbc(bytes.subarray(0, MAX_DBC_BYTES)).dbc.messages.length).toBe(1);
  });

  it.each([
    ["tooManyMessages", MAX_MESSAGES, (i: number) => `BO_ ${i} M${i}: 8 N\n`],
    ["tooManyStatements", MAX_STATEMENTS, () => "BS_:\n"],
    // Signals without a length are left out, and count.
    ["tooManySignals", MAX_SIGNALS, () => 'SG_ S:0|0@1+(1,0)[0|0]""N\n'],
  ] as const)("%s: a file beyond the limit is refused whole, whatever else is wrong in it", (code, limit, line) => {
    const bad = "x y z ;\n".repeat(MAX_PROBLEMS + 1);
    const text = `${BO}${SG}${bad}${Array.from({ length: limit }, (_, i) => line(i)).join("")}`;
    const { dbc, problems: found } = parseDbc(text);
    expect(dbc.messages).toEqual([]);
    expect(found).toEqual([expect.objectContaining({ code, severity: "error", subject: `> ${limit}` })]);
  });

  it("lists of any length are read, and the model can be decoded with", () => {
    const many = (count: number, text: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => text(i)).join("");
    const text = `${BO}${many(MAX_SIGNALS, (i) => ` SG_ S${i}:0|1@1+(1,0)[0|0]""N\n`)}BO_TX_BU_ 1 : ${many(300_000, (i) => `N${i},`)};\n`;
    const { dbc } = parseDbc(text);
    expect(dbc.messages[0]?.signals.length).toBe(MAX_SIGNALS);
    const { dbc: refused, problems: found } = parseDbc(`${text}${BO}${SG}`);
    expect([refused.messages.length, found.map(({ code }) => code)]).toEqual([0, ["tooManySignals"]]);
    expect(new MessageDecoder(dbc.messages[0] as Message).decode(new Uint8Array(8)).length).toBe(MAX_SIGNALS);
  }, 30_000);

  it("time grows with the size, not its square, on the shapes that tempt a parser", () => {
    const shapes = [
      '"',
      '\\"',
      '"\\"',
      "/*",
      "CM_ ",
      "BO_ 1 M: 8 N\n",
      "( ",
      "NS_ : ",
      'VAL_ 1 S 1 "',
      "SG_ m0 M ",
      'BA_DEF_ "a" INT 0 1;BA_DEF_DEF_ "a" 1;\n',
    ];
    for (const shape of shapes) {
      const count = Math.floor(1_000_000 / shape.length);
      // A square would take minutes here; the test's own time limit is the check.
      expect(parseDbc(shape.repeat(count)).problems.length).toBeGreaterThan(0);
    }
  }, 30_000);
});
