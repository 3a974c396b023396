import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";
import { repeatLimit } from "./log-repeats.ts";

export type Log = Logger;

const SECRET_WORDS =
  "passw(?:or)?d|pwd|secret|token|authorization|cookie|captcha|verification_?code|handover_?code|sms_?code|\\botp|" +
  "ujwt|api_?key|licen[cs]e_?key|private_?key";
const SECRET_KEY = new RegExp(`(?:${SECRET_WORDS})s?$`, "i");
/** In a client's input, `code` is a verification code; elsewhere it is an error code, which is wanted. */
const CLIENT_INPUT = new Set(["body", "query", "params"]);

const QUERY_VALUE = new RegExp(`([?&;][\\w-]*(?:${SECRET_WORDS}|\\bcode)=)[^&\\s"#]+`, "gi");
const JSON_IN_TEXT = new RegExp(`("[\\w-]*(?:${SECRET_WORDS})s?"\\s*:\\s*)"[^"]*"`, "gi");
const HEADER_VALUE = /\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi;
const URL_PASSWORD = /(:\/\/[^:/@\s"]*):[^@/\s"]+@/g;
const SUSPICIOUS = new RegExp(`${SECRET_WORDS}|[?&;]code=|"code"|bearer |basic |:[^@/\\s"]+@`, "i");

const HIDDEN = "[hidden]";

const redactText = (text: string) =>
  text
    .replace(QUERY_VALUE, `$1${HIDDEN}`)
    .replace(JSON_IN_TEXT, `$1"${HIDDEN}"`)
    .replace(HEADER_VALUE, `$1 ${HIDDEN}`)
    .replace(URL_PASSWORD, `$1:${HIDDEN}@`);

function redactValue(value: unknown, fromClient: boolean): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, fromClient));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => {
    const isSecret = SECRET_KEY.test(key) || (fromClient && key === "code");
    return [key, isSecret ? HIDDEN : redactValue(field, fromClient || CLIENT_INPUT.has(key))];
  });
  return Object.fromEntries(fields);
}

/**
 * A log line without passwords, tokens, codes and secrets, whatever put them there. It works on the finished line, so
 * that depth, arrays, child bindings and serialised errors are all covered; pino's own redaction knows fixed paths only.
 */
export function redactLine(line: string): string {
  if (!SUSPICIOUS.test(line)) return line;
  const event: unknown = JSON.parse(line);
  return `${JSON.stringify(redactValue(event, false))}\n`;
}

/** Structured JSON, one line per event, on standard output unless a destination is given. */
export function createLog(level: Config["logLevel"], destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: redactLine, logMethod: repeatLimit() },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
