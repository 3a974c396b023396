import { readGeoJson } from "@canopy/can/gps/geojson-read";
import { writeGeoJson } from "@canopy/can/gps/geojson-write";
import { placeAnswers } from "@canopy/contract/places/answers";
import { fenceErrors, geoJsonErrors } from "@canopy/contract/places/errors";
import { fenceOf, problemValues } from "@canopy/contract/places/fence-shape";
import {
  createFence,
  deleteFence,
  duplicateFence,
  exportFences,
  getFence,
  listFences,
  MAX_FENCES,
  readFenceRegions,
  tryFence,
  updateFence,
} from "@canopy/contract/places/fences";
import { listFencesNear } from "@canopy/contract/places/fences-near";
import { fill, type Language } from "@canopy/contract/platform/language";
import { asUnavailable } from "../frames/as-unavailable.ts";
import type { PointStore } from "../frames/store/points/points.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { HttpReply, type Route, route } from "../platform/http/route.ts";
import { devicesInside } from "./devices-inside.ts";
import { fencesOf } from "./fence-store.ts";
import { FencesNear } from "./fences-near.ts";
import {
  copyFence,
  dropFence,
  type FenceServices,
  makeFence,
  mustBeFence,
  readFence,
  updateFenceContent,
  withRules,
} from "./keep-fence.ts";
import { runFenceTrial } from "./run-fence-trial.ts";

/** GPS-02 */
export function fenceRoutes(services: FenceServices & { readonly points: PointStore }): Route[] {
  const { db } = services;
  const near = new FencesNear(db);
  return [
    route(listFences, async ({ caller, query }) => {
      const { current_page, page_size } = query;
      const wanted = { ...query, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await fencesOf(db, caller.tenantId, wanted);
      const rows = await withRules(services, caller.tenantId, list);
      const inside = query.with_inside ? await insideNow(services, caller, list) : [];
      const pagination = { current_page, page_size, total_size: total };
      return { list: rows.map((row, at) => ({ ...row, inside: inside[at] ?? null })), pagination };
    }),
    route(listFencesNear, ({ caller, query }) => near.find(caller.tenantId, query)),
    route(getFence, async ({ caller, params }) => ({
      data: await readFence(services, caller.tenantId, params.fence_id),
    })),
    route(createFence, async ({ caller, body }) => ({ data: await makeFence(services, caller, body) })),
    route(updateFence, async ({ caller, params, body }) => ({
      data: await updateFenceContent(services, caller, params.fence_id, body),
    })),
    route(duplicateFence, async ({ caller, params }) => ({ data: await copyFence(services, caller, params.fence_id) })),
    route(deleteFence, async ({ caller, params, language }) => {
      await dropFence(services, caller, params.fence_id, language);
      return { message: placeAnswers.fenceDeleted[language] };
    }),
    route(exportFences, async ({ caller: { tenantId }, query }) => {
      const fences = query.fence_id
        ? [await readFence(services, tenantId, query.fence_id)]
        : (await fencesOf(db, tenantId, { keyword: "", limit: MAX_FENCES, offset: 0 })).list;
      const file = writeGeoJson(fences.map(({ name, region, shape }) => ({ name, region, fence: fenceOf(shape) })));
      const disposition = 'attachment; filename="fences.geojson"';
      return new HttpReply(file, 200, { "content-disposition": disposition, "cache-control": "private, no-store" });
    }),
    route(readFenceRegions, async ({ body, language }) => regionsIn(body.geojson, language)),
    route(tryFence, async ({ caller, body, signal }) => {
      mustBeFence(body.shape);
      return { data: await runFenceTrial(services, caller, body, signal) };
    }),
  ];
}

/** The list is shown without it where positions cannot be read. */
async function insideNow(...[services, caller, fences]: Parameters<typeof devicesInside>) {
  try {
    return await asUnavailable(() => devicesInside(services, caller, fences));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

function regionsIn(text: string, language: Language) {
  const { regions, problems } = readGeoJson(text);
  const errors = { ...fenceErrors, ...geoJsonErrors };
  return {
    regions: regions.map(({ name, region }) => ({
      name,
      shape: { kind: region.kind, rings: region.rings.map((ring) => [...ring]) },
    })),
    problems: problems.map(({ line, ...problem }) => {
      const { code, text } = errors[problem.code];
      const values = "sides" in problem ? problemValues(problem) : {};
      return { line, code, message: fill(text[language], values) };
    }),
  };
}
