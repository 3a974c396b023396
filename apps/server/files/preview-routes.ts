import { fileErrors } from "@canopy/contract/files/errors";
import { LOCATION } from "@canopy/contract/files/file-name";
import { copyToCloud, previewFile } from "@canopy/contract/files/preview";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import { copyFileToCloud } from "./copy-to-cloud.ts";
import { previewLog } from "./preview-log.ts";
import { fileFor, type ThingsFileServices } from "./things-file-routes.ts";

export function previewRoutes(services: ThingsFileServices): Route[] {
  return [
    route(previewFile, async ({ caller, params, query, signal }) => {
      const file = await fileFor(services, caller, params.id, "read");
      if (file.state !== "stored") throw new ApiError(fileErrors.incomplete);
      const content = await services.contents.open(file.tenantId, file.contentId);
      const { format, frames, bytesRead, isCut, problems, log } = await previewLog(content, query.frames, signal);
      return {
        data: {
          name: file.name,
          size: content.size,
          format,
          frames,
          bytes_read: bytesRead,
          is_cut: isCut,
          problem_count: problems,
          log_base64: Buffer.from(log).toString("base64"),
        },
      };
    }),
    route(copyToCloud, async ({ caller, params }) => {
      const file = await fileFor(services, caller, params.id, "write");
      if (file.location === LOCATION.tenant) throw new ApiError(platformErrors.notFound);
      if (file.location === LOCATION.cloud) return { data: { file_id: file.id, state: "repeated" as const } };
      return { data: await copyFileToCloud(services.db, file) };
    }),
  ];
}
