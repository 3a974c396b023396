import { fill, type Language, type Text } from "./language.ts";

/** An error as it crosses a boundary: a stable code, its HTTP status and its sentence in both languages. */
export interface ErrorDef {
  readonly code: string;
  readonly status: number;
  readonly text: Text;
  /** Where its circumstances are not known, as of a task that failed: the sentence without places. */
  readonly bare?: Text;
}

interface ErrorSpec {
  status: number;
  zh: string;
  en: string;
  bare?: Text;
  /** The product's historic code, kept verbatim; else the code is `domain.name`. */
  code?: string;
}

/** Declares the errors of a domain, once, for server, pages and tests alike. */
export function defineErrors<const T extends Record<string, ErrorSpec>>(
  domain: string,
  specs: T,
): { readonly [K in keyof T]: ErrorDef } {
  const defined = Object.entries<ErrorSpec>(specs).map(([name, { code, status, zh, en, bare }]) => [
    name,
    { code: code ?? `${domain}.${name}`, status, text: { zh, en }, ...(bare && { bare }) },
  ]);
  return Object.fromEntries(defined);
}

/** Its sentence; nobody is shown a place that has no value. */
export function sentenceOf(
  { text, bare }: ErrorDef,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const isFilled = [...text[language].matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => Object.hasOwn(values, name));
  return bare && !isFilled ? bare[language] : fill(text[language], values);
}

/** One failed field of an input, by path and code. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

export const platformErrors = defineErrors("platform", {
  unauthenticated: { status: 401, zh: "请先登录", en: "Please sign in first" },
  forbidden: { status: 403, zh: "没有执行此操作的权限", en: "You do not have the right to do this" },
  sessionOnly: {
    status: 403,
    zh: "访问令牌不能执行此操作，请登录后再试",
    en: "An access token cannot do this; sign in to do it",
  },
  notFound: {
    status: 404,
    zh: "不存在：可能已被删除，或您无权查看",
    en: "Not found: it may have been deleted, or you may not see it",
  },
  noSuchRoute: { status: 404, zh: "没有这个接口：{method} {path}", en: "No such call: {method} {path}" },
  wrongMethod: {
    status: 405,
    zh: "此接口不支持 {method}，可用：{allowed}",
    en: "{method} is not allowed here; use {allowed}",
  },
  inputInvalid: { status: 400, zh: "输入有误：{field}", en: "Invalid input: {field}" },
  textImpossible: {
    status: 400,
    zh: "{field} 含有无法保存的字符（NUL 或不完整的字符）",
    en: "{field} contains characters that cannot be stored: a NUL, or half of a character",
  },
  bodyMalformed: { status: 400, zh: "请求体不是有效的 JSON", en: "The body is not valid JSON" },
  bodyTooLarge: { status: 413, zh: "请求体超过 {limit} 字节", en: "The body exceeds {limit} bytes" },
  wrongMediaType: { status: 415, zh: "请求体须为 application/json", en: "The body must be application/json" },
  requestTimeout: { status: 408, zh: "请求接收超时", en: "The request took too long to arrive" },
  rateLimited: {
    status: 429,
    zh: "请求过于频繁，请 {seconds} 秒后再试",
    en: "Too many requests; try again in {seconds} s",
  },
  idempotencyMismatch: {
    status: 422,
    zh: "此 Idempotency-Key 已用于另一请求",
    en: "This Idempotency-Key was used for a different request",
  },
  idempotencyRunning: {
    status: 409,
    zh: "同一请求正在处理",
    en: "The same request is still being carried out",
  },
  stale: {
    status: 409,
    zh: "内容已被他人修改，请刷新后重新修改",
    en: "Somebody changed this meanwhile; reload the page and make your change again",
  },
  busy: { status: 429, zh: "服务器正忙，请稍后再试", en: "The server is busy; try again shortly" },
  unavailable: { status: 503, zh: "服务暂时不可用，请稍后再试", en: "Temporarily unavailable; try again shortly" },
  internal: { status: 500, zh: "服务器内部错误（{requestId}）", en: "Internal server error ({requestId})" },
});
