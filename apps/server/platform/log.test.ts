import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createLog, redactLine } from "./log.ts";

const SECRET = "hunter2-9f2c4e6a";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("trace", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

describe("log", () => {
  it("writes one JSON object per event [OPS-03]", () => {
    const event: unknown = JSON.parse(logged((log) => log.info({ device: "A1" }, "bound")));
    expect(event).toMatchObject({ level: "info", device: "A1", msg: "bound", time: expect.any(String) });
  });

  it.each([
    "password",
    "new_password",
    "pwd",
    "token",
    "access_token",
    "sessionTokens",
    "clientSecret",
    "authorization",
    "Authorization",
    "cookie",
    "set-cookie",
    "captcha",
    "verification_code",
    "verificationCode",
    "ujwt",
    "licenceKey",
    "apiKey",
  ])("hides %s at any depth", (key) => {
    const line = logged((log) => {
      log.child({ [key]: SECRET }).warn({ a: { b: [{ [key]: SECRET }], [key]: [SECRET] } }, "x");
      log.error({ err: Object.assign(new Error("x"), { request: { headers: { [key]: SECRET } } }) });
    });
    expect(line).not.toContain(SECRET);
    expect(line).toContain("[hidden]");
  });

  it("hides a code a client sent and keeps an error code", () => {
    const line = logged((log) => log.info({ body: { code: "482913" }, err: { code: "ECONNREFUSED" } }));
    expect(line).not.toContain("482913");
    expect(line).toContain("ECONNREFUSED");
  });

  it.each([
    `GET /v1/live?token=${SECRET}&page=1`,
    `GET /handover?code=${SECRET}`,
    `Authorization: Bearer ${SECRET}`,
    `connect postgresql://canopy:${SECRET}@localhost/canopy failed`,
    `sent {"password": "${SECRET}"}`,
  ])("hides secrets inside a text: %s", (text) => {
    const line = logged((log) => log.info({ url: text, err: new Error(text) }, text));
    expect(line).not.toContain(SECRET);
  });

  it("says a repeated warning three times in ten seconds, and then how often it came [OPS-03]", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const terminal = log.child({ part: "gateway" });
    for (let i = 0; i < 20; i++) terminal.warn({ err: new Error(`away ${i}`) }, "a message could not be kept");
    log.warn("something else");
    for (let i = 0; i < 20; i++) log.info("every one");
    const events = () => lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(events().filter(({ msg }) => msg === "a message could not be kept")).toHaveLength(3);
    expect(events().filter(({ msg }) => msg === "something else")).toHaveLength(1);
    expect(events().filter(({ msg }) => msg === "every one")).toHaveLength(20);
    vi.advanceTimersByTime(10_000);
    expect(events().at(-1)).toMatchObject({ level: "warn", part: "gateway", repeated: 17 });
    terminal.warn("a message could not be kept");
    vi.advanceTimersByTime(10_000);
    expect(events().at(-1)).not.toHaveProperty("repeated");
  });

  it("leaves other lines as they are, and always valid JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        const line = `${JSON.stringify({ ...fields, password: SECRET })}\n`;
        expect(JSON.parse(redactLine(line))).toMatchObject({ password: "[hidden]" });
      }),
    );
    expect(redactLine('{"msg":"hello"}\n')).toBe('{"msg":"hello"}\n');
  });
});
