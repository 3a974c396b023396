import type { Log } from "../../platform/log.ts";
import type { PointStore, StoredPosition } from "../store/points/points.ts";
import { type FrameServer, type Places, serverInWords } from "./frame-server.ts";
import { onServer } from "./routed-parts.ts";
import { inEach, splitByServer } from "./split-servers.ts";

const bindingOf = ({ bindingNumber }: { readonly bindingNumber: number }) => bindingNumber;

type Reads = Pick<
  PointStore,
  "newestPosition" | "newestPlaces" | "positions" | "newestPoints" | "page" | "count" | "countRange" | "pixels"
>;

function routedReads(places: Places, log: Log): Reads {
  const on = onServer(places.of);
  return {
    newestPosition: (binding) => on(binding, ({ points }) => points.newestPosition(binding)),
    async newestPlaces(bindings) {
      const split = await splitByServer(places.of, bindings, (binding) => binding);
      // A map of the devices of other servers is better than none.
      const found = [...split].map(([server, own]) =>
        server.store.points.newestPlaces(own).catch((error: unknown) => {
          log.warn({ err: error, server: serverInWords(server) }, "positions of a frame server are left out");
          return new Map<number, StoredPosition>();
        }),
      );
      return new Map((await Promise.all(found)).flatMap((own) => [...own]));
    },
    positions: (query) => on(query.bindingNumber, ({ points }) => points.positions(query)),
    newestPoints: (binding) => on(binding, ({ points }) => points.newestPoints(binding)),
    page: (query) => on(query.bindingNumber, ({ points }) => points.page(query)),
    count: (query) => on(query.bindingNumber, ({ points }) => points.count(query)),
    countRange: (binding, window, most) => on(binding, ({ points }) => points.countRange(binding, window, most)),
    pixels: (query) => on(query.bindingNumber, ({ points }) => points.pixels(query)),
  };
}

/** Writes wait while a binding is moved: no server refuses points of a binding that has left it. */
export function routedPoints(places: Places, log: Log): PointStore {
  const on = onServer(places.still);
  const each = async <T extends { readonly bindingNumber: number }, R>(
    rows: readonly T[],
    work: (server: FrameServer, own: readonly T[]) => Promise<R>,
  ) => inEach([...(await splitByServer(places.still, rows, bindingOf))], ([server, own]) => work(server, own));
  return {
    ...routedReads(places, log),
    async addPositions(rows) {
      await each(rows, ({ store }, own) => store.points.addPositions(own));
    },
    importPositions: (binding, positions) => on(binding, ({ points }) => points.importPositions(binding, positions)),
    async landPositions(rows, write) {
      const stored = await each(rows, ({ store }, own) => {
        const bindings = new Set(own.map(bindingOf));
        const isOwn = (row: { readonly bindingNumber: number }) => bindings.has(row.bindingNumber);
        const { marks, states, changes } = write;
        const part = { marks: marks.filter(isOwn), states: states.filter(isOwn), changes: changes.filter(isOwn) };
        return store.points.landPositions(own, part);
      });
      return new Set(stored.flatMap((one) => [...one]));
    },
    async addPoints(rows) {
      await each(rows, ({ store }, own) => store.points.addPoints(own));
    },
    deleteRange: (range, signal) => on(range.bindingNumber, ({ points }) => points.deleteRange(range, signal)),
    drop: (binding, keep, signal) => on(binding, ({ points }) => points.drop(binding, keep, signal)),
    async expire(bindings, beforeUs, going) {
      const split = await splitByServer(places.still, bindings, bindingOf);
      await inEach([...split], ([{ store }, own]) => store.points.expire(own, beforeUs, going));
    },
  };
}
