import { transferErrors } from "@canopy/contract/transfers/errors";
import { JobFailure } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { bindingsOf } from "../signals/bindings/signal-binding-store.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import { DecodedCsvWriter } from "./decoded-csv.ts";
import { DecodedMdf4Writer } from "./decoded-mdf4.ts";
import { DecodedParquetWriter } from "./decoded-parquet.ts";
import { deflate } from "./download-formats.ts";
import { type ChosenDbc, FirstDecoder } from "./first-decoder.ts";
import type { DownloadServices } from "./run-download.ts";

/** With the newest revision of each DBC, as it is when the file is made. */
export function decodedWriter(db: Db): DownloadServices["decoded"] {
  return async (owner, { format, dbc_ids = [] }) => {
    const bindings = await bindingsOf(db, owner);
    const dbcs: ChosenDbc[] = [];
    for (const dbcId of dbc_ids) {
      const found = await parsedDbc(db, owner.tenantId, dbcId);
      if (!found) throw new JobFailure(transferErrors.dbcGone.code);
      const channels = bindings.filter(({ dbc_id }) => dbc_id === dbcId).map(({ channel }) => channel);
      dbcs.push({ dbc: found.dbc, channels });
    }
    // One for all files of a download: a message of several frames may begin in one and end in the next.
    const decoder = new FirstDecoder(dbcs);
    return (output) => {
      if (format === "parquet") return new DecodedParquetWriter(output, decoder, deflate);
      if (format === "mdf4") return new DecodedMdf4Writer(output, decoder, deflate);
      return new DecodedCsvWriter(output, decoder);
    };
  };
}
