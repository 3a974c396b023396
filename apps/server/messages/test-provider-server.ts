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
  /** What the provider says when it is asked for a message that it took. */
  delivery: "unknown" | "delivered" | "failed";
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
    const { status, body: answer = {}, headers = {} } = forced ?? answerTo(request, body, own);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const own: ProviderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    delivery: "unknown",
    calls: 0,
    instead: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return own;
}

function answerTo(request: IncomingMessage, body: string, { taken, delivery }: ProviderServer): Reply {
  const url = new URL(request.url ?? "/", "http://provider");
  const { headers } = request;
  if (headers["x-acs-action"]) return aliyun(headers, url, taken, delivery);
  if (headers["x-tc-action"]) return tencent(headers, body, taken, delivery);
  if (url.pathname.startsWith("/2010-04-01/")) return twilio(request, url, body, taken, delivery);
  if (url.pathname === "/feishu") return feishu(body, taken);
  return webhook(headers, url, body, taken);
}

type Headers = IncomingMessage["headers"];
type Asked = ProviderServer["delivery"];
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

function aliyun(headers: Headers, url: URL, taken: TakenCall[], delivery: Asked): Reply {
  const [, names = "", signature] = /SignedHeaders=([^,]+),Signature=(\w+)/.exec(headers.authorization ?? "") ?? [];
  const signed = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const canonical = ["POST", "/", url.search.slice(1), signed.join(""), names, sha256("")].join("\n");
  if (signature !== hmac(KEYS.aliyun, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString("hex"))
    return { status: 400, body: { Code: "SignatureDoesNotMatch", Message: "signature" } };
  const query = url.searchParams;
  if (headers["x-acs-action"] === "QuerySendDetails") {
    const SendStatus = { unknown: 1, failed: 2, delivered: 3 }[delivery];
    const isKnown = query.get("BizId") === "B1" && /^\d{8}$/.test(query.get("SendDate") ?? "");
    const details = isKnown
      ? [{ SendStatus, ErrCode: delivery === "failed" ? "MOBILE_NOT_ON_SERVICE" : "DELIVERED" }]
      : [];
    return { status: 200, body: { Code: "OK", SmsSendDetailDTOs: { SmsSendDetailDTO: details } } };
  }
  if (headers["x-acs-action"] === "QueryCallDetailByCallId") {
    const [state, stateDesc] = { unknown: ["200103"], failed: ["200003", "未接听"], delivered: ["200000"] }[delivery];
    const isKnown = query.get("CallId") === "C1" && query.get("ProdId") === "11000000300006";
    const isToday = Math.abs(Number(query.get("QueryDate")) - Date.now()) < 86_400_000;
    const Data = isKnown && isToday ? JSON.stringify({ state, stateDesc, duration: 0 }) : "";
    return { status: 200, body: { Code: "OK", Message: "OK", Data } };
  }
  const to = query.get("PhoneNumbers") ?? query.get("CalledNumber") ?? "";
  if (!/^\d+$/.test(to)) return { status: 200, body: { Code: "isv.MOBILE_NUMBER_ILLEGAL", Message: "number" } };
  const text = `${query.get("TemplateCode") ?? query.get("TtsCode")} ${query.get("TemplateParam") ?? query.get("TtsParam")}`;
  taken.push({ kind: `aliyun ${headers["x-acs-action"]}`, id: query.get("OutId") ?? "", to, text });
  return { status: 200, body: { Code: "OK", Message: "OK", BizId: "B1", CallId: "C1" } };
}

function tencent(headers: Headers, body: string, taken: TakenCall[], delivery: Asked): Reply {
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
  if (headers["x-tc-action"] === "PullSmsSendStatusByPhoneNumber") {
    const report = { SerialNo: "S1", ReportStatus: delivery === "failed" ? "FAIL" : "SUCCESS", Description: "UNDELIV" };
    const set = delivery === "unknown" ? [] : [{ ...report, SerialNo: "another" }, report];
    return { status: 200, body: { Response: { PullSmsSendStatusSet: set } } };
  }
  const text = `${call.TemplateId} ${call.TemplateParamSet.join("|")}`;
  const to = call.PhoneNumberSet?.[0] ?? call.CalledNumber;
  taken.push({ kind: `tencent ${headers["x-tc-action"]}`, id: call.SessionContext, to, text });
  return {
    status: 200,
    body: {
      Response: {
        SendStatusSet: [{ Code: "Ok", Message: "send success", SerialNo: "S1" }],
        SendStatus: { CallId: "C1" },
      },
    },
  };
}

function twilio(
  { headers, method }: IncomingMessage,
  url: URL,
  body: string,
  taken: TakenCall[],
  delivery: Asked,
): Reply {
  const [, account] = /Accounts\/([^/]+)\//.exec(url.pathname) ?? [];
  const expected = `Basic ${Buffer.from(`${account}:${KEYS.twilio}`).toString("base64")}`;
  if (headers.authorization !== expected) return { status: 401, body: { code: 20003, message: "Authenticate" } };
  if (method === "GET") {
    const status = { unknown: "sent", delivered: "delivered", failed: "undelivered" }[delivery];
    const isKnown = /\/(Messages|Calls)\/SM1\.json$/.test(url.pathname);
    return isKnown ? { status: 200, body: { status, error_code: 30003 } } : { status: 404 };
  }
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
