import { z } from "zod";
import { type Bus, subjectPart } from "../../platform/bus/bus.ts";
import type { Gateway, GatewayRequest } from "./gateway.ts";
import type { RequestOutcome } from "./gateway-requests.ts";
import type { PresenceEvent } from "./presence.ts";

/** Commands to a terminal, for the process that holds its connection. */
const requestSubject = (deviceId: string) => `canopy.device.${subjectPart(deviceId)}.request`;
/** Ends its connection there: the payload has the reason and the requesting process. */
export const endSubject = (deviceId: string) => `canopy.device.${subjectPart(deviceId)}.end`;

const request = z.object({ method: z.string(), params: z.record(z.string(), z.unknown()), timeoutMs: z.number() });
const end = z.object({ why: z.enum(["revoked", "takenOver"]), by: z.string() });
const outcome = z.discriminatedUnion("kind", [
  // A terminal need not give a result (docs/device-protocol.md 2.5).
  z.object({ kind: z.literal("done"), result: z.unknown().default(null), isPlain: z.boolean().optional() }),
  z.object({ kind: z.literal("failed"), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal("offline") }),
  z.object({ kind: z.literal("timeout") }),
]);

/** Beyond a terminal's own time: the way over the bus and back. */
const WAY_MS = 1000;

type Request = Omit<GatewayRequest, "onProgress">;

/** The way of role web to terminals, in whatever process they are connected. */
export interface DeviceLink {
  request(deviceId: string, request: Request): Promise<RequestOutcome>;
  /** Its key was changed, or it was moved or deleted. */
  revoke(deviceId: string): void;
}

export function deviceLink(bus: Bus): DeviceLink {
  return {
    async request(deviceId, { method, params, timeoutMs }) {
      const asked = toBytes({ method, params, timeoutMs });
      const answer = await bus.request(requestSubject(deviceId), asked, timeoutMs + WAY_MS);
      if (answer.kind === "nobody") return { kind: "offline" };
      if (answer.kind === "timeout") return { kind: "timeout" };
      return fromBytes(outcome, answer.payload) ?? { kind: "timeout" };
    },
    revoke: (deviceId) => bus.publish(endSubject(deviceId), toBytes({ why: "revoked", by: "" })),
  };
}

export interface GatewayOnBus {
  presence(event: PresenceEvent): void;
  stop(): void;
}

type Connections = Pick<Gateway, "request" | "disconnect">;

/** Answers for the terminals of this process; `gateway` is called once there is a connection. */
export function gatewayOnBus(bus: Bus, gateway: () => Connections): GatewayOnBus {
  const own = crypto.randomUUID();
  const connected = new Map<string, () => void>();

  function connect(deviceId: string): void {
    connected.get(deviceId)?.();
    const stops = [
      bus.serve(requestSubject(deviceId), async (payload) => {
        const asked = fromBytes(request, payload);
        if (!asked) throw new Error("a request that is none");
        return toBytes(await gateway().request(deviceId, asked));
      }),
      bus.subscribe(endSubject(deviceId), (payload) => {
        const told = fromBytes(end, payload);
        if (told && told.by !== own) gateway().disconnect(deviceId, told.why);
      }),
    ];
    connected.set(deviceId, () => {
      for (const stop of stops) stop();
    });
    // A connection that broke unnoticed may still stand elsewhere.
    bus.publish(endSubject(deviceId), toBytes({ why: "takenOver", by: own }));
  }

  return {
    presence({ device, online }) {
      if (online) {
        connect(device.deviceId);
        return;
      }
      connected.get(device.deviceId)?.();
      connected.delete(device.deviceId);
    },
    stop() {
      for (const stop of connected.values()) stop();
    },
  };
}

function toBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function fromBytes<T>(schema: z.ZodType<T>, bytes: Uint8Array): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
