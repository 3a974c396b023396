import type { Dbc } from "@canopy/can/dbc/model";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { JobFailure } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { parsedDbc } from "../signals/parsed-dbc.ts";
import { DecodedCsvWriter } from "./decoded-csv.ts";
import { DecodedMdf4Writer } from "./decoded-mdf4.ts";
import { DecodedParquetWriter } from "./decoded-parquet.ts";
import { deflate } from "./download-formats.ts";
import type { DownloadServices } from "./run-download.ts";

/** With the newest revision of each DBC, as it is when the file is made. */
export function decodedWriter(db: Db): DownloadServices["decoded"] {
  return async (tenantId, { format, dbc_ids = [] }) => {
    const dbcs: Dbc[] = [];
    for (const dbcId of dbc_ids) {
      const found = await parsedDbc(db, tenantId, dbcId);
      if (!found) throw new JobFailure(transferErrors.dbcGone.code);
      dbcs.push(found.dbc);
    }
    return (output) => {
      if (format === "parquet") return new DecodedParquetWriter(output, dbcs, deflate);
      if (format === "mdf4") return new DecodedMdf4Writer(output, dbcs, deflate);
      return new DecodedCsvWriter(output, dbcs);
    };
  };
}
