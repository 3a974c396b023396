import type { Database } from "../../platform/postgres/open-database.ts";
import type { OpenFrameStore } from "../store/open-frame-store.ts";

/** A server as the metadata database knows it. */
export interface ListedServer {
  readonly id: string;
  /** In the order in which they were first listed; the first has the bindings that name none. */
  readonly number: number;
  /** Host and database, for sentences. */
  readonly address: string;
}

/** OPS-02: a PostgreSQL server with the landing and the index of its own devices. */
export interface FrameServer extends ListedServer {
  readonly store: OpenFrameStore;
  readonly database: Database;
}

export const serverInWords = ({ number, address }: Omit<ListedServer, "id">): string =>
  `frame server ${number} (${address})`;

/** Without user and password; the host may be a folder with a socket. */
export function addressOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? host}${decodeURIComponent(pathname)}`;
}

/** A server on this machine is asked by its socket or by the loopback. */
export function isHere(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  return host === "" || host.startsWith("/") || /^(localhost|127\..*|\[?::1\]?)$/.test(host);
}

/** Where bindings live. */
export interface Places {
  of(bindingNumber: number): Promise<FrameServer>;
  /** Without a look into the database; undefined: not looked up yet. */
  known(bindingNumber: number): FrameServer | undefined;
  /** Waits while the binding is being moved, as far as is known here: what is written is refused where it has left. */
  calm(bindingNumber: number): Promise<FrameServer>;
  /** The same by news of this moment: for writes that a server would take of a binding that has left. */
  still(bindingNumber: number): Promise<FrameServer>;
  /** Whether it is no longer there, by news of this moment. */
  hasLeft(bindingNumber: number, server: FrameServer): Promise<boolean>;
}
