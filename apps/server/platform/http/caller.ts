import type { Endpoint, Level } from "@canopy/contract/platform/endpoint";

/** USR-01: a signed-in user. A system manager operates the platform, a manager its tenant. */
export type Role = "system" | "manager" | "sub";

/** The signed-in user of a request, as its session's snapshot says (USR-04). */
export interface Caller {
  readonly userId: string;
  readonly tenantId: string;
  readonly userName: string;
  /** Absent for a personal access token. */
  readonly sessionId: string | null;
  readonly role: Role;
  /** Rights outside devices (USR-03); managers may always write. */
  readonly tenantLevel: Level | "none";
  /** A token of scope read may change nothing, whatever its owner may. */
  readonly scope: "read" | "read-write";
  /** Device IDs that a personal access token is limited to; null: all that its owner may use. */
  readonly devices: readonly string[] | null;
}

export type Decision = "allowed" | "unauthenticated" | "sessionOnly" | "forbidden";

/** Whether this caller may make this call at all; whose thing it is about comes after (`checkTenant`, `checkDevices`). */
export function decideAccess(
  endpoint: Pick<Endpoint, "access" | "reads" | "sessionOnly" | "ofDevices">,
  caller: Caller | null,
): Decision {
  const { access } = endpoint;
  if (access.kind === "public") return "allowed";
  if (!caller) return "unauthenticated";
  if (endpoint.sessionOnly && caller.sessionId === null) return "sessionOnly";
  if (caller.scope === "read" && !endpoint.reads) return "forbidden";
  if (caller.devices && !mayWithDevicesAlone(endpoint)) return "forbidden";
  switch (access.kind) {
    case "session":
    case "device":
      return "allowed";
    case "tenant":
      return mayOnTenant(caller, access.level) ? "allowed" : "forbidden";
    case "manager":
      return caller.role === "sub" ? "forbidden" : "allowed";
    case "system":
      return caller.role === "system" ? "allowed" : "forbidden";
  }
}

/** A token limited to some devices reads the objects they refer to, and changes nothing outside devices. */
function mayWithDevicesAlone({ access, reads, ofDevices }: Pick<Endpoint, "access" | "reads" | "ofDevices">): boolean {
  if (access.kind === "device") return true;
  const isOwn = access.kind === "session" || (access.kind === "tenant" && access.level === "read");
  return isOwn && (reads || ofDevices);
}

function mayOnTenant(caller: Caller, level: Level): boolean {
  if (caller.role !== "sub") return true;
  return caller.tenantLevel === "write" || caller.tenantLevel === level;
}
