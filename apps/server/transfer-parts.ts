import type { ClickHouseClient } from "@clickhouse/client";
import { limitsOf } from "./capacity/limits.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { decodedWriter } from "./transfers/decoded-writer.ts";
import type { DownloadServices } from "./transfers/run-download.ts";

interface Engines {
  readonly db: Db;
  readonly client: ClickHouseClient;
  readonly folder: string;
}

/** What downloads and imports are given, in the process that takes the calls and in the one that does the work. */
export function transferParts({ db, client, folder }: Engines): DownloadServices {
  return { db, client, folder, limitOf: limitsOf(db), decoded: decodedWriter(db) };
}
