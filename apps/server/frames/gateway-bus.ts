import { z } from "zod";
import { type Bus, subjectPart } from "../platform/bus/bus.ts";
import type { Gateway, GatewayRequest } from "./gateway.ts";
import type { RequestOutcome } from "./gateway-requests.ts";
import type { PresenceEvent } from "./presence.ts";

/** Commands to a terminal, for the process that holds its connection. */
const requestSubject = (deviceId: string) => `canopy.device.${subjectPart(deviceId)}.request`;
/** Its connection shall end there: the payload is why, and who says so. */
const endSubject = (deviceId: string) => `canopy.device.${subjectPart(deviceId)}.end`;
/** What is held of a binding shall be finished or dropped, because another process goes on with it. */
const releaseSubject = (bindingNumber: number) => `canopy.binding.${bindingNumber}.release`;

const request = z.object({ method: z.string(), params: z.record(z.string(), z.unknown()), timeoutMs: z.number() });
const end = z.object({ why: z.enum(["revoked", "takenOver"]), by: z.string() });
const outcome = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("done"), result: z.unknown() }),
  z.object({ kind: z.literal("failed"), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal("offline") }),
  z.object({ kind: z.literal("timeout") }),
]);

const EMPTY = new Uint8Array();
/** Beyond a terminal's own time: the way over the bus and back. */
const WAY_MS = 1000;
/** The other process finishes an insert and writes what it stored. */
const RELEASE_MS = 15_000;

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
  /** Before the first batch of a binding: whoever holds something of it lets go. */
  takeOver(bindingNumber: number): Promise<void>;
  stop(): void;
}

interface Held {
  readonly gateway: Pick<Gateway, "request" | "disconnect">;
  /** Finishes or drops what ingest holds of a binding. */
  release(bindingNumber: number): Promise<void>;
}

/** Answers for the terminals of this process; `held` is called once there is a connection. */
export function gatewayOnBus(bus: Bus, held: () => Held): GatewayOnBus {
  const own = crypto.randomUUID();
  const connected = new Map<string, () => void>();
  const deviceIds = new Map<number, string>();
  const owned = new Map<number, () => void>();

  function connect(deviceId: string): void {
    connected.get(deviceId)?.();
    const stops = [
      bus.serve(requestSubject(deviceId), async (payload) => {
        const asked = fromBytes(request, payload);
        if (!asked) throw new Error("a request that is none");
        return toBytes(await held().gateway.request(deviceId, asked));
      }),
      bus.subscribe(endSubject(deviceId), (payload) => {
        const told = fromBytes(end, payload);
        if (told && told.by !== own) held().gateway.disconnect(deviceId, told.why);
      }),
    ];
    connected.set(deviceId, () => {
      for (const stop of stops) stop();
    });
    // A connection that broke unnoticed may still stand elsewhere.
    bus.publish(endSubject(deviceId), toBytes({ why: "takenOver", by: own }));
  }

  async function letGo(bindingNumber: number): Promise<Uint8Array> {
    owned.get(bindingNumber)?.();
    owned.delete(bindingNumber);
    const deviceId = deviceIds.get(bindingNumber);
    if (deviceId !== undefined) held().gateway.disconnect(deviceId, "takenOver");
    deviceIds.delete(bindingNumber);
    await held().release(bindingNumber);
    return EMPTY;
  }

  return {
    presence({ device, online }) {
      if (online) {
        deviceIds.set(device.bindingNumber, device.deviceId);
        connect(device.deviceId);
        return;
      }
      connected.get(device.deviceId)?.();
      connected.delete(device.deviceId);
    },
    async takeOver(bindingNumber) {
      const answer = await bus.request(releaseSubject(bindingNumber), EMPTY, RELEASE_MS);
      // Tried again: nobody goes on beside another.
      if (answer.kind === "timeout") throw new Error("another process has not let go of the binding yet");
      owned.set(
        bindingNumber,
        bus.serve(releaseSubject(bindingNumber), () => letGo(bindingNumber)),
      );
    },
    stop() {
      for (const stop of [...connected.values(), ...owned.values()]) stop();
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
