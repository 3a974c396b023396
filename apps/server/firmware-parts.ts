import type { FilePlace } from "./files/file-contents.ts";
import { cleanUpFirmware } from "./firmware/clean-up.ts";
import { ImageContent } from "./firmware/images/image-content.ts";
import { imageRoutes } from "./firmware/images/image-routes.ts";
import { keyRoutes } from "./firmware/images/key-routes.ts";
import type { ImageServices } from "./firmware/images/receive-image.ts";
import { rolloutRoutes } from "./firmware/rollouts/rollout-routes.ts";
import type { Files } from "./platform/files/files.ts";
import type { Route } from "./platform/http/route.ts";
import type { Db } from "./platform/postgres/schema.ts";

export interface FirmwareParts extends ImageServices {
  readonly secret: string;
  /** Where packages for ECUs lie too. */
  readonly files: Files;
}

/** Services of firmware, in the process that takes calls and in the worker. Images lie beside files. */
export function firmwareParts({ db, secret }: { db: Db; secret: string }, place: FilePlace): FirmwareParts {
  return { db, secret, content: new ImageContent(place), files: place.files };
}

export const firmwareCleanUp = (parts: FirmwareParts) => cleanUpFirmware(parts);

export function firmwareRoutes(parts: FirmwareParts, now: () => number): Route[] {
  return [...keyRoutes(parts.db), ...imageRoutes({ ...parts, now }), ...rolloutRoutes({ db: parts.db, now })];
}
