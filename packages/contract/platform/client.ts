import { type CallArguments, type Endpoint, isBinary, type Reply } from "./endpoint.ts";
import { type CallOptions, type ClientOptions, sendCall } from "./http-call.ts";

export type Client = <E extends Endpoint>(
  endpoint: E,
  sent: CallArguments<E>,
  options?: CallOptions,
) => Promise<Reply<E>>;

/** The typed client: every page, script and test calls the server through the declarations. */
export function createClient(options: ClientOptions): Client {
  return async (endpoint, sent, how) => {
    const { method, base, path, body, contentType, reply } = endpoint;
    const answersJson = contentType.startsWith("application/json");
    const call = { method, base, path, sendsBytes: isBinary(body), answersJson };
    return reply.parse(await sendCall(options, call, sent, how)) as Reply<typeof endpoint>;
  };
}
