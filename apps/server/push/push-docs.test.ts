import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { webhookSignature } from "../messages/signed-post.ts";
import { isMissing } from "../testing/is-missing.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/push.md"), "utf8");
const SECRET = "a secret of the page";
const NOW_S = 1_763_391_600;

const codeOf = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1] ?? "";

function headersOf(body: string, timeS = NOW_S): Record<string, string> {
  const [id, timestamp] = ["6d0c1f8e-0000-8000-8000-000000000000", String(timeS)];
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": webhookSignature(SECRET, { id, timestamp, body }),
  };
}

const BODY = '{"signals":{"速度":88.25}}';
const good = headersOf(BODY);
const CASES: [string, Record<string, string>, string, boolean][] = [
  ["as it was sent", good, BODY, true],
  ["with another body", good, `${BODY} `, false],
  ["with another id", { ...good, "webhook-id": "x" }, BODY, false],
  ["without a signature", { "webhook-id": "x", "webhook-timestamp": String(NOW_S) }, BODY, false],
  ["of ten minutes ago", headersOf(BODY, NOW_S - 600), BODY, false],
  [
    "with letters that no signature has",
    { ...good, "webhook-signature": `${good["webhook-signature"]?.slice(0, -1)}é` },
    BODY,
    false,
  ],
  ["without headers", {}, BODY, false],
];

describe("the signature check of docs/push.md", () => {
  it("has six lines in both languages [CAP-01]", () => {
    expect([codeOf("js"), codeOf("python")].map((code) => code.trim().split("\n").length)).toEqual([6, 6]);
  });

  it.each(CASES)("in Node judges a delivery %s [CAP-01]", async (_, headers, body, expected) => {
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(codeOf("js"))}`);
    expect(isGenuine(headers, body, SECRET, NOW_S)).toBe(expected);
  });

  it.skipIf(isMissing("python3")).each(CASES)(
    "in Python judges a delivery %s [CAP-01]",
    (_, headers, body, expected) => {
      const call = `${codeOf("python")}
import json, sys
print(json.dumps(is_genuine(**json.loads(sys.stdin.buffer.read().decode()))))`;
      const input = JSON.stringify({ headers, body, secret: SECRET, now: NOW_S });
      expect(JSON.parse(execFileSync("python3", ["-c", call], { input, encoding: "utf8" }))).toBe(expected);
    },
  );
});
