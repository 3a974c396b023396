// A server that speaks the protocols of the providers and checks their signatures, written from their documents.
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export const KEYS = {
  aliyun: "aliyun secret",
  tencent: "tencent secret",
  twilio: "twilio token",
  feishu: "bot secret",
  webhook: "own secret",
};

export interface TakenCall {
  readonly kind: string;
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface ProviderServer {
  readonly url: string;
  readonly taken: TakenCall[];
  /** Calls that came, taken or not. */
  calls: number;
  /** Answers instead of the provider; "never" keeps the caller waiting. */
  instead: (() => Reply | "never" | undefined) | undefined;
  close(): Promise<void>;
}

export async function providerServer(): Promise<ProviderServer> {
  const taken: TakenCall[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    own.calls += 1;
    const forced = own.instead?.();
    if (forced === "never") return;
    const body = Buffer.concat(chunks).toString();
    const { status, body: answer = {}, headers = {} } = forced ?? answerTo(request, body, taken);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const own: ProviderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    calls: 0,
    instead: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return own;
}

function answerTo(request: IncomingMessage, body: string, taken: TakenCall[]): Reply {
  const url = new URL(request.url ?? "/", "http://provider");
  const { headers } = request;
  if (headers["x-acs-action"]) return aliyun(headers, url, taken);
  if (headers["x-tc-action"]) return tencent(headers, body, taken);
  if (url.pathname.startsWith("/2010-04-01/")) return twilio(headers, url, body, taken);
  if (url.pathname === "/feishu") return feishu(body, taken);
  return webhook(headers, url, body, taken);
}

type Headers = IncomingMessage["headers"];
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

function aliyun(headers: Headers, url: URL, taken: TakenCall[]): Reply {
  const [, names = "", signature] = /SignedHeaders=([^,]+),Signature=(\w+)/.exec(headers.authorization ?? "") ?? [];
  const signed = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const canonical = ["POST", "/", url.search.slice(1), signed.join(""), names, sha256("")].join("\n");
  if (signature !== hmac(KEYS.aliyun, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString("hex"))
    return { status: 400, body: { Code: "SignatureDoesNotMatch", Message: "signature" } };
  const query = url.searchParams;
  const to = query.get("PhoneNumbers") ?? query.get("CalledNumber") ?? "";
  if (!/^\d+$/.test(to)) return { status: 200, body: { Code: "isv.MOBILE_NUMBER_ILLEGAL", Message: "number" } };
  const text = `${query.get("TemplateCode") ?? query.get("TtsCode")} ${query.get("TemplateParam") ?? query.get("TtsParam")}`;
  taken.push({ kind: `aliyun ${headers["x-acs-action"]}`, id: query.get("OutId") ?? "", to, text });
  return { status: 200, body: { Code: "OK", Message: "OK" } };
}

function tencent(headers: Headers, body: string, taken: TakenCall[]): Reply {
  const time = String(headers["x-tc-timestamp"]);
  const [, scope = "", signature] =
    /Credential=[^/]+\/([^,]+), .*Signature=(\w+)/.exec(headers.authorization ?? "") ?? [];
  const [date = "", service = ""] = scope.split("/");
  const canonicalHeaders = `content-type:${headers["content-type"]}\nhost:${headers.host}\n`;
  const canonical = ["POST", "/", "", canonicalHeaders, "content-type;host", sha256(body)].join("\n");
  const key = hmac(hmac(hmac(`TC3${KEYS.tencent}`, date), service), "tc3_request");
  if (signature !== hmac(key, ["TC3-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex"))
    return {
      status: 200,
      body: { Response: { Error: { Code: "AuthFailure.SignatureFailure", Message: "signature" } } },
    };
  const call = JSON.parse(body);
  const text = `${call.TemplateId} ${call.TemplateParamSet.join("|")}`;
  const to = call.PhoneNumberSet?.[0] ?? call.CalledNumber;
  taken.push({ kind: `tencent ${headers["x-tc-action"]}`, id: call.SessionContext, to, text });
  return { status: 200, body: { Response: { SendStatusSet: [{ Code: "Ok", Message: "send success" }] } } };
}

function twilio(headers: Headers, url: URL, body: string, taken: TakenCall[]): Reply {
  const [, account] = /Accounts\/([^/]+)\//.exec(url.pathname) ?? [];
  const expected = `Basic ${Buffer.from(`${account}:${KEYS.twilio}`).toString("base64")}`;
  if (headers.authorization !== expected) return { status: 401, body: { code: 20003, message: "Authenticate" } };
  const form = new URLSearchParams(body);
  const kind = url.pathname.endsWith("/Messages.json") ? "twilio Messages" : "twilio Calls";
  const id = String(headers["i-twilio-idempotency-token"]);
  taken.push({ kind, id, to: form.get("To") ?? "", text: form.get("Body") ?? form.get("Twiml") ?? "" });
  return { status: 201, body: { sid: "SM1" } };
}

function feishu(body: string, taken: TakenCall[]): Reply {
  const { timestamp, sign, content } = JSON.parse(body);
  if (sign !== createHmac("sha256", `${timestamp}\n${KEYS.feishu}`).update("").digest("base64"))
    return { status: 200, body: { code: 19021, msg: "sign match fail" } };
  taken.push({ kind: "feishu", id: "", to: "/feishu", text: content.text });
  return { status: 200, body: { code: 0, msg: "success" } };
}

function webhook(headers: Headers, url: URL, body: string, taken: TakenCall[]): Reply {
  const id = String(headers["webhook-id"]);
  const signature = hmac(KEYS.webhook, `${id}.${headers["webhook-timestamp"]}.${body}`).toString("base64");
  if (headers["webhook-signature"] !== `v1,${signature}`) return { status: 401, body: { error: "signature" } };
  taken.push({ kind: "webhook", id, to: url.pathname, text: body });
  return { status: 204 };
}
