import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

const PATIENCE_MS = 10_000;
/** More of an answer is not read. */
const ANSWER_BYTES = 64 * 1024;

export type LookUp = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

export interface OutsidePost {
  readonly method?: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** False for an address that a tenant has given: it must not reach the operator's own network. */
  readonly mayBePrivate: boolean;
  readonly patienceMs?: number;
  /** Finds the addresses of a name. */
  readonly lookUp?: LookUp;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 64 KB. */
  readonly body: string;
}

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
  }
}

/** POST to a host outside. Redirects are not followed; each connection resolves the name once and checks that address. */
export async function postOutside(post: OutsidePost): Promise<OutsideAnswer> {
  const { method = "POST", url, headers, body, mayBePrivate, patienceMs = PATIENCE_MS, lookUp = lookup } = post;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is connected to without a look-up.
  if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host);
  const bytes = Buffer.from(body);
  const request = url.protocol === "https:" ? tlsRequest : plainRequest;
  const signal = AbortSignal.timeout(patienceMs);
  return await new Promise<OutsideAnswer>((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { "user-agent": "Canopy", ...headers, "content-length": String(bytes.length) },
      // A connection of another message could lead to an address that was checked for another name.
      agent: false,
      signal,
      ...(mayBePrivate ? {} : { lookup: publicLookup(lookUp) }),
    });
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error(`${url.host} gave no answer within ${patienceMs / 1000} s`) : error);
    sent.on("error", fail);
    sent.on("response", (answer) => readSome(answer).then(resolve, fail));
    sent.end(bytes);
  });
}

async function readSome(answer: IncomingMessage): Promise<OutsideAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= ANSWER_BYTES) break;
  }
  answer.destroy();
  const body = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

/** For sockets: a name that leads to an address which is not public is refused. */
export const publicLookup =
  (lookUp: LookUp = lookup): LookupFunction =>
  (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      const problem =
        error ?? (found.every(({ address }) => isPublicAddress(address)) ? null : new PrivateAddress(host));
      if (problem !== null || first === undefined) done(problem ?? new Error(`${host} has no address`), "", 4);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
