import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { panelErrors } from "@canopy/contract/statistics/panel-errors";
import { devicesIn, type Widget } from "@canopy/contract/statistics/panel-widgets";
import {
  createPanel,
  createShare,
  deletePanel,
  endShare,
  getPanel,
  listPanels,
  listShares,
  MAX_SHARES,
  openShare,
  readPanelData,
  updatePanel,
} from "@canopy/contract/statistics/panels";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { publicRoute, type Route, route } from "../../platform/http/route.ts";
import { makePanel, mustFind, type PanelServices, updatePanelOf } from "./keep-panel.ts";
import { fileRoutes } from "./panel-file-routes.ts";
import { findPanel, findWidgets, panelsOf, removePanel } from "./panel-store.ts";
import { type PanelReader, readPanel } from "./read-panel.ts";
import { countView, insertShare, removeEnded, removeShare, sharedPanel, sharesOf } from "./share-store.ts";

type Services = PanelServices & PanelReader;

/** STA-05 */
export function panelRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    route(listPanels, async ({ caller: { tenantId } }) => ({
      list: await panelsOf(db, tenantId),
      limit: await services.limitOf(tenantId, "hmi"),
    })),
    route(getPanel, async ({ caller, params }) => ({ data: await mustFind(db, caller, params.panel_id) })),
    route(createPanel, async ({ caller, body }) => ({ data: await makePanel(services, caller, body) })),
    route(updatePanel, async ({ caller, params, body }) => ({
      data: await updatePanelOf(services, caller, params.panel_id, body),
    })),
    route(deletePanel, async ({ caller, params, language }) => {
      const panel = await mustFind(db, caller, params.panel_id);
      if (panel.is_default) throw new ApiError(panelErrors.isDefault);
      await removePanel(db, caller.tenantId, params.panel_id);
      return { message: DELETED[language] };
    }),
    dataRoute(services),
    ...fileRoutes(services),
    ...shareRoutes(services),
    openRoute(services),
  ];
}

function dataRoute(services: Services): Route {
  return route(readPanelData, async ({ caller, params, language, signal }) => {
    const widgets = await findWidgets(services.db, caller.tenantId, params.panel_id);
    if (!widgets) throw new ApiError(platformErrors.notFound);
    const levels = await services.deviceLevels(caller, devicesIn(widgets));
    const readable = new Set([...levels].filter(([, level]) => level !== "none").map(([id]) => id));
    const asked = { tenantId: caller.tenantId, widgets, readable, hidesPlaces: false, language };
    return { data: await asUnavailable(() => readPanel(services, asked, signal)) };
  });
}

function shareRoutes({ db, now }: Services): Route[] {
  return [
    route(listShares, async ({ caller, params }) => {
      await mustFind(db, caller, params.panel_id);
      return { list: await sharesOf(db, caller.tenantId, params.panel_id, now()) };
    }),
    route(createShare, async ({ caller, params, body }) => {
      const { tenantId, userName } = caller;
      const { panel_id: panelId } = await mustFind(db, caller, params.panel_id);
      await removeEnded(db, tenantId, now());
      if ((await sharesOf(db, tenantId, panelId, now())).length >= MAX_SHARES)
        throw new ApiError(panelErrors.shareLimit, { values: { limit: MAX_SHARES } });
      const share = { tenantId, panelId, userName, hidesPlaces: body.hides_places, endsMs: now() + body.lasts_ms };
      return insertShare(db, share);
    }),
    route(endShare, async ({ caller, params, language }) => {
      await mustFind(db, caller, params.panel_id);
      await removeShare(db, caller.tenantId, params.panel_id, params.share_id);
      return { message: DELETED[language] };
    }),
  ];
}

/** A manager made the link, who may read every device of the tenant: the panel's own are shown, and no command. */
function openRoute(services: Services): Route {
  const { db, now } = services;
  return publicRoute(openShare, async ({ body, language, signal }) => {
    const shared = await sharedPanel(db, body.code, now());
    if (!shared) throw new ApiError(panelErrors.shareEnded);
    if (body.is_first) await countView(db, shared);
    const { tenantId, name, version, hidesPlaces, endsMs } = shared;
    const isShown = ({ kind }: Widget) => kind !== "command" && !(hidesPlaces && kind === "map");
    const widgets = shared.widgets.filter(isShown);
    const asked = { tenantId, widgets, readable: new Set(devicesIn(widgets)), hidesPlaces, language };
    const data = await asUnavailable(() => readPanel(services, asked, signal));
    const whole = body.known_version === version ? undefined : await findPanel(db, tenantId, shared.panelId);
    return { name, version, widgets: whole?.widgets.filter(isShown) ?? null, ends_time: endsMs, data };
  });
}
