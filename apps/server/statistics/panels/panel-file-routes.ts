import { panelErrors } from "@canopy/contract/statistics/panel-errors";
import { checkPanelFile, exportPanel, importPanel } from "@canopy/contract/statistics/panel-files";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { checkPanelFile as checkFile, panelAsFile } from "./check-panel-file.ts";
import { makePanel, mustFind, type PanelServices } from "./keep-panel.ts";

/** STA-05: panels as files, out and in. */
export function fileRoutes(services: PanelServices): Route[] {
  return [
    route(exportPanel, async ({ caller, params }) =>
      panelAsFile(services, caller, await mustFind(services.db, caller, params.panel_id)),
    ),
    route(checkPanelFile, async ({ caller, body, language }) => {
      const { name, widgetCount, problems } = await checkFile(services, caller, body.file, language);
      return { name, widget_count: widgetCount, problems: [...problems] };
    }),
    route(importPanel, async ({ caller, body, language }) => {
      const { problems, content } = await checkFile(services, caller, body.file, language);
      if (!content)
        throw new ApiError(panelErrors.file, {
          values: { count: problems.length },
          details: { problems: [...problems] },
        });
      return { data: await makePanel(services, caller, { ...content, name: body.name }) };
    }),
  ];
}
