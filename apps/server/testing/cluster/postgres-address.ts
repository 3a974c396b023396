const SOCKET = ".s.PGSQL.5432";

/** The port of an address, or the local socket that it names. */
export function socketTarget(address: string): number | string {
  const { port, searchParams } = new URL(address);
  const folder = searchParams.get("host");
  return folder === null ? Number(port || 5432) : `${folder}/${SOCKET}`;
}

/** The same server and user by another port of this machine. */
export function urlAt(address: string, port: number, database: string): string {
  const url = new URL(address);
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${port}`;
  url.pathname = `/${database}`;
  return url.href;
}
