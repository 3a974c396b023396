import type { FrameUsage } from "../store/frame-store.ts";
import { onServer, type RoutedParts } from "./routed-parts.ts";
import { inEach, splitByServer } from "./split-servers.ts";

/** Of one binding from its server; sums are of all servers. */
export function routedUsage({ servers, places, mirroredBytes }: RoutedParts): FrameUsage {
  return {
    daysOf: (binding) => onServer(places.of)(binding, ({ frames }) => frames.usage.daysOf(binding)),
    async ofTenant(tenantId) {
      const parts = await Promise.all(
        servers.map((server) =>
          server.store.frames.usage
            .ofTenant(tenantId)
            .catch(async () => ({ frames: 0, bytes: await mirroredBytes(server, tenantId) })),
        ),
      );
      return {
        frames: parts.reduce((sum, { frames }) => sum + frames, 0),
        bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    async daysOfTenant(tenantId) {
      const parts = await inEach(servers, (server) =>
        server.store.frames.usage.daysOfTenant(tenantId).catch(async (error: unknown) => {
          // One that is away and holds nothing of the tenant keeps nobody.
          if ((await mirroredBytes(server, tenantId)) > 0) throw error;
          return [];
        }),
      );
      return [...sumByDay(parts.flat())].map(([day, bytes]) => ({ day, bytes })).sort((a, b) => a.day - b.day);
    },
    async recent(bindings, fromDay, toDay) {
      const split = await splitByServer(places.of, bindings, (binding) => binding);
      const parts = await inEach([...split], ([{ store }, own]) => store.frames.usage.recent(own, fromDay, toDay));
      return parts.flat();
    },
    async sums(bindings, fromDay, toDay) {
      const split = await splitByServer(places.of, bindings, (binding) => binding);
      const parts = await inEach([...split], ([{ store }, own]) => store.frames.usage.sums(own, fromDay, toDay));
      return parts.flat();
    },
    async daysOfEach(bindings, fromDay, toDay) {
      const split = await splitByServer(places.of, bindings, (binding) => binding);
      const parts = await inEach([...split], ([{ store }, own]) => store.frames.usage.daysOfEach(own, fromDay, toDay));
      return parts.flat();
    },
    async expiring(tenantId, beforeDay) {
      const parts = await inEach(servers, ({ store }) => store.frames.usage.expiring(tenantId, beforeDay));
      const some = parts.filter(({ bytes }) => bytes > 0);
      if (some.length === 0) return { bytes: 0, oldestDay: 0, newestDay: 0 };
      return {
        bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
        oldestDay: Math.min(...some.map(({ oldestDay }) => oldestDay)),
        newestDay: Math.max(...some.map(({ newestDay }) => newestDay)),
      };
    },
    async ofAll() {
      const parts = await inEach(servers, ({ store }) => store.frames.usage.ofAll());
      return parts.flat().sort((a, b) => a.bindingNumber - b.bindingNumber);
    },
  };
}

function sumByDay(days: readonly { day: number; bytes: number }[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { day, bytes } of days) sums.set(day, (sums.get(day) ?? 0) + bytes);
  return sums;
}
