import { areTouching } from "@canopy/can/gps/fence-index";
import { type FenceBox, fenceBox } from "@canopy/can/gps/fence-outline";
import { eastwardDeg } from "@canopy/can/gps/track";
import { fenceOf } from "@canopy/contract/places/fence-shape";
import { MAX_FENCES_NEAR, type NearFence } from "@canopy/contract/places/fences-near";
import type { Db } from "../platform/postgres/schema.ts";
import { fenceShapes, fencesById, fenceVersions } from "./fence-store.ts";

/** Borders may have 5,000 corners each. */
const READ_AT_ONCE = 200;
const MOST_TENANTS = 16;

interface KeptBox {
  readonly version: string;
  readonly box: FenceBox;
}

/** Boxes around the fences of tenants that asked lately: a view finds those near it without reading every border. */
export class FencesNear {
  readonly #db: Db;
  readonly #tenants = new Map<string, ReadonlyMap<string, KeptBox>>();

  constructor(db: Db) {
    this.#db = db;
  }

  async find(tenantId: string, area: FenceBox): Promise<{ list: NearFence[]; total: number }> {
    const boxes = await this.#boxesOf(tenantId);
    const near = [...boxes]
      .filter(([, { box }]) => areTouching(box, area))
      .map(([id, { box }]) => ({ id, apart: apartDeg(box, area) }))
      .sort((a, b) => a.apart - b.apart || (a.id < b.id ? -1 : 1));
    const order = new Map(near.slice(0, MAX_FENCES_NEAR).map(({ id }, at) => [id, at]));
    const list = await fencesById(this.#db, tenantId, [...order.keys()]);
    return {
      list: list.sort((a, b) => (order.get(a.fence_id) ?? 0) - (order.get(b.fence_id) ?? 0)),
      total: near.length,
    };
  }

  async #boxesOf(tenantId: string): Promise<ReadonlyMap<string, KeptBox>> {
    const versions = await fenceVersions(this.#db, tenantId);
    const known = this.#tenants.get(tenantId);
    const boxes = new Map<string, KeptBox>();
    const changed: string[] = [];
    for (const [id, version] of versions) {
      const kept = known?.get(id);
      if (kept?.version === version) boxes.set(id, kept);
      else changed.push(id);
    }
    for (let at = 0; at < changed.length; at += READ_AT_ONCE)
      for (const [id, shape] of await fenceShapes(this.#db, tenantId, changed.slice(at, at + READ_AT_ONCE)))
        boxes.set(id, { version: versions.get(id) ?? "", box: fenceBox(fenceOf(shape)) });
    this.#keep(tenantId, boxes);
    return boxes;
  }

  #keep(tenantId: string, boxes: ReadonlyMap<string, KeptBox>): void {
    this.#tenants.delete(tenantId);
    this.#tenants.set(tenantId, boxes);
    const [oldest] = this.#tenants.keys();
    if (this.#tenants.size > MOST_TENANTS && oldest !== undefined) this.#tenants.delete(oldest);
  }
}

const middleOf = ({ south, north, west, east }: FenceBox) => ({ y: (south + north) / 2, x: (west + east) / 2 });

function apartDeg(box: FenceBox, area: FenceBox): number {
  const [a, b] = [middleOf(box), middleOf(area)];
  return Math.hypot(a.y - b.y, eastwardDeg(a.x, b.x));
}
