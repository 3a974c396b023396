import { IMAGE_PIECE_BYTES } from "@canopy/contract/firmware/images";
import type pg from "pg";
import type { WantedFile } from "./copy-objects.ts";

/** Bodies of segments and kept signals that count. */
export async function namedBodies(client: pg.ClientBase): Promise<WantedFile[]> {
  const found = await client.query<WantedFile>(
    "select name, bytes from segment_files where state = 'live' order by name",
  );
  return found.rows;
}

/** Objects of files, of firmware images and of flash packages. Images that are still being received are sent again. */
export async function namedFiles(client: pg.ClientBase): Promise<WantedFile[]> {
  const found = await client.query<WantedFile>(
    `select tenant_id || '/' || object as name, size as bytes from file_parts where state = 'kept'
      union all
      select 'firmware/' || tenant_id || '/' || id || '/' || piece,
          least(size - piece * $1::bigint, $1::bigint)
        from firmware_images, generate_series(0, (size - 1) / $1::bigint) as piece where state = 'ready'
      union all
      select 'flash/' || tenant_id || '/' || id, size from flash_packages
      order by name`,
    [IMAGE_PIECE_BYTES],
  );
  return found.rows;
}
