import type { OpenFrameStore } from "../store/open-frame-store.ts";
import type { FrameServer, Places } from "./frame-server.ts";

export interface RoutedParts {
  readonly servers: readonly FrameServer[];
  readonly places: Places;
  /** CAP-05: bytes of a tenant on a server that does not answer, as the device list has them. */
  mirroredBytes(server: FrameServer, tenantId: string): Promise<number>;
}

export type Where = Places["of"];

/** The part of the store that a binding lives on. */
export const onServer =
  (where: Where) =>
  async <T>(bindingNumber: number, work: (store: OpenFrameStore) => Promise<T>): Promise<T> =>
    work((await where(bindingNumber)).store);
