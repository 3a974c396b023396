import type { Endpoint } from "@canopy/contract/platform/endpoint";
import type { Language } from "@canopy/contract/platform/language";
import { openApiDocument } from "@canopy/contract/platform/openapi";

interface PageOptions {
  version: string;
  language: Language;
  nonce: string;
}

const WORDS = {
  zh: {
    title: "Canopy 接口文档",
    lead: "所有接口同时提供于 /api 与 /v1。登录后以 Authorization: Bearer 令牌调用。",
    machine: "OpenAPI 3.1 文档",
    other: "English",
    path: "路径与查询参数",
    body: "请求体",
    reply: "应答",
    errors: "错误码",
    stop: "。",
  },
  en: {
    title: "Canopy API",
    lead: "Every call is served under /api and /v1 alike. Signed-in calls carry Authorization: Bearer with a token.",
    machine: "OpenAPI 3.1 document",
    other: "中文",
    path: "Path and query",
    body: "Body",
    reply: "Answer",
    errors: "Error codes",
    stop: ".",
  },
} as const;

/** The API document as one plain page: no script, one nonce'd style, every call has its own anchor. */
export function renderApiPage(endpoints: readonly Endpoint[], options: PageOptions): string {
  const words = WORDS[options.language];
  const document = openApiDocument(endpoints, options) as { paths: Record<string, Record<string, Operation>> };
  const domains = [...new Set(endpoints.map((endpoint) => endpoint.name.split(".")[0] ?? ""))].sort();
  const calls = domains.map((domain) => {
    const own = endpoints.filter((endpoint) => endpoint.name.startsWith(`${domain}.`));
    return `<h2 id="${domain}">${domain}</h2>${own.map((e) => renderCall(e, document.paths, options.language)).join("")}`;
  });
  const other = options.language === "zh" ? "en" : "zh";
  return `<!doctype html><html lang="${options.language}"><head><meta charset="utf-8"><title>${words.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${options.nonce}">${STYLE}</style></head>
<body><header><h1>${words.title} <small>${escapeHtml(options.version)}</small></h1><p>${words.lead}</p>
<p><a href="/docs/api/openapi.json?lang=${options.language}">${words.machine}</a> · <a href="/docs/api?lang=${other}">${words.other}</a></p>
</header><nav>${domains.map((d) => `<a href="#${d}">${d}</a>`).join(" ")}</nav><main>${calls.join("")}</main></body></html>`;
}

interface Operation {
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content: Record<string, { schema: unknown }> }>;
}

function renderCall(endpoint: Endpoint, paths: Record<string, Record<string, Operation>>, language: Language): string {
  const words = WORDS[language];
  const path = endpoint.base === "root" ? endpoint.path : `/api${endpoint.path}`;
  const operation = paths[path]?.[endpoint.method.toLowerCase()];
  if (!operation) return "";
  const rows = operation.parameters.map(
    (p) =>
      `<tr><td><code>${p.name}</code>${p.required ? " *" : ""}</td><td>${p.in}</td><td>${code(p.schema)}</td></tr>`,
  );
  const errors = endpoint.errors.map(
    (e) => `<tr><td><code>${e.code}</code></td><td>${e.status}</td><td>${escapeHtml(e.text[language])}</td></tr>`,
  );
  const body = operation.requestBody?.content["application/json"]?.schema;
  const reply = operation.responses["200"]?.content["application/json"]?.schema;
  return `<article id="${endpoint.name}"><h3><b class="${endpoint.method}">${endpoint.method}</b> <code>${path}</code>
<a href="#${endpoint.name}">#</a></h3><p>${escapeHtml(endpoint.summary[language])}${words.stop} <small>${escapeHtml(operation.description)}</small></p>
${rows.length > 0 ? `<h4>${words.path}</h4><table>${rows.join("")}</table>` : ""}
${body ? `<details><summary>${words.body}</summary>${block(body)}</details>` : ""}
${reply ? `<details><summary>${words.reply}</summary>${block(reply)}</details>` : ""}
${errors.length > 0 ? `<details><summary>${words.errors}</summary><table>${errors.join("")}</table></details>` : ""}</article>`;
}

const code = (value: unknown) => `<code>${escapeHtml(JSON.stringify(value))}</code>`;
const block = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dfe5e2,#2a342f);--quiet:light-dark(#4f5c55,#a9b6af);--green:light-dark(#0b7a44,#56cb93)}
body{font:13px/20px Inter,system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;margin:0 auto;max-width:960px;padding:16px;background:light-dark(#f4f6f5,#0d1210);color:light-dark(#17211c,#e4ebe7)}
h1{font-size:20px}h2{font-size:16px;margin-top:32px}h3{font-size:14px;margin:0;overflow-wrap:anywhere}h4{font-size:12px;margin:8px 0 4px;color:var(--quiet)}
a{color:var(--green)}nav{position:sticky;top:0;background:inherit;padding:8px 0;display:flex;flex-wrap:wrap;gap:12px}nav a{background:light-dark(#f4f6f5,#0d1210)}
article{background:light-dark(#fff,#141a17);border:1px solid var(--line);border-radius:6px;padding:12px;margin:8px 0}
small{color:var(--quiet)}em{font-style:normal;color:light-dark(#8a5300,#f0b34a)}b{font-family:"JetBrains Mono",monospace;color:var(--green)}b.DELETE{color:light-dark(#bf1e2e,#ff8585)}
table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:4px 8px;vertical-align:top}code,pre{font:12px/18px "JetBrains Mono",ui-monospace,monospace;overflow-wrap:anywhere}pre{overflow:auto;margin:4px 0}`;
