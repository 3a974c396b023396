/** Where a terminal of this dialect lives: its owner (the tenant), its type and its ID are parts of every topic. */
export interface CandtuAddress {
  owner: string;
  type: string;
  deviceId: string;
}

export const CANDTU_UP = [
  "online",
  "offline",
  "status",
  "data",
  "raw",
  "log",
  "error",
  "warning",
  "result",
  "function",
] as const;
export type CandtuUp = (typeof CANDTU_UP)[number];

/** The kind of a topic below the terminal's own address; `data` and `log` may carry a name behind them. */
export interface CandtuUpTopic {
  kind: CandtuUp;
  name: string | undefined;
}

export function candtuUpTopic({ owner, type, deviceId }: CandtuAddress, kind: CandtuUp, name?: string): string {
  return `/d2s/${owner}/${type}/${deviceId}/${kind}${name === undefined ? "" : `/${name}`}`;
}

export function readCandtuUpTopic(address: CandtuAddress, topic: string): CandtuUpTopic | undefined {
  const own = `/d2s/${address.owner}/${address.type}/${address.deviceId}/`;
  if (!topic.startsWith(own)) return undefined;
  const [first, name, ...more] = topic.slice(own.length).split("/");
  const kind = CANDTU_UP.find((known) => known === first);
  if (kind === undefined || more.length > 0) return undefined;
  if (name === undefined) return { kind, name };
  return (kind === "data" || kind === "log") && /^[\w.-]{1,64}$/.test(name) ? { kind, name } : undefined;
}

/** Where commands and answers to functions come. */
export function candtuDownTopic({ owner, type, deviceId }: CandtuAddress): string {
  return `/s2d/d/${owner}/${type}/${deviceId}`;
}

/** Topics a terminal may subscribe to: its own two, and the broadcasts to its type (on which nothing is sent). */
export function candtuDownTopics(address: CandtuAddress): string[] {
  const own = candtuDownTopic(address);
  return [own, `${own}/raw`, "/s2d/b/all", `/s2d/b/${address.type}`, `/s2d/b/${address.owner}/${address.type}`];
}
