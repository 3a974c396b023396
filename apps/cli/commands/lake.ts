import { resolve } from "node:path";
import { findTenantByName } from "@canopy/server/accounts/tenant-store";
import { exportLake, type LakeReport, type LakeRequest } from "@canopy/server/lake/export-lake";
import { LakeFault } from "@canopy/server/lake/lake-fault";
import { dayOfName } from "@canopy/server/lake/lake-names";
import { isFilesFault } from "@canopy/server/platform/files/files-fault";
import type { DirectPlace } from "@canopy/server/platform/files/open-files";
import { isAddress, readS3Url, S3_URL_FORM } from "@canopy/server/platform/files/s3-url";
import type { Db } from "@canopy/server/platform/postgres/schema";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";
import { onStores, operatorConfig } from "../operator.ts";

const help = `canopy lake export [--to PLACE] [--tenant NAME] [--device ID] [--from DAY] [--until DAY] [--only frames|signals]

Writes the settled frames as Parquet: frames/tenant=…/device=…/day=…/, a column for each payload byte, and
signals/tenant=…/device=…/message=…/day=…/ with the signals of the enabled bindings. Days are of UTC. A run writes the
days that have changed since the last one, and removes those whose frames were deleted; the running server goes on.

  --to PLACE      a folder, or a bucket: s3://bucket/prefix or https://host/bucket/prefix, as S3_URL is written. Unless
                  given, where the schedule writes: CANOPY_LAKE keeps the keys of a bucket out of the list of processes
  --tenant NAME   of one tenant, else of all
  --device ID     of one device, by the ID of its terminal
  --from DAY      the first day, such as 2026-01-05, and
  --until DAY     the last one; files of other days stay as they are
  --only KIND     frames or signals alone

Prints one JSON line. Exit code: 0 done, 1 frames of the store are damaged, 2 called wrongly.
`;

const OPTIONS = {
  to: { type: "string" },
  tenant: { type: "string" },
  device: { type: "string" },
  from: { type: "string" },
  until: { type: "string" },
  only: { type: "string" },
} as const;

const KINDS = ["frames", "signals"] as const;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const { to, tenant, device, from, until, only } = values;
  if (positionals.join() !== "export" || to === "") throw new UsageError("see canopy lake --help");
  const kinds = only === undefined ? KINDS : KINDS.filter((kind) => kind === only);
  if (kinds.length === 0) throw new UsageError(`--only ${only}: frames or signals`);
  const request = {
    target: to === undefined ? operatorConfig().lake : placeOf(to),
    deviceId: device,
    fromDay: dayOption("from", from),
    toDay: dayOption("until", until),
    kinds,
  };
  const report = await onStores(async ({ db, store }) => {
    const tenantId = tenant === undefined ? undefined : await tenantOf(db, tenant);
    return exported({ db, lake: store.lake }, { ...request, tenantId });
  });
  const { problems, ...counts } = report;
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${JSON.stringify({ ...counts, problems: problems.length })}\n`);
  return problems.length === 0 ? OK : PROBLEMS;
}

/** What was typed is not repeated: it may have keys. */
function placeOf(to: string): DirectPlace {
  if (!isAddress(to)) return { kind: "folder", folder: resolve(to) };
  const settings = readS3Url(to, "--to");
  if (settings === undefined) throw new UsageError(`--to: expected a folder, or ${S3_URL_FORM}`);
  return { kind: "s3", settings };
}

function dayOption(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const day = dayOfName(value);
  if (day === undefined) throw new UsageError(`--${name} ${value}: a day such as 2026-01-05`);
  return day;
}

async function tenantOf(db: Db, name: string): Promise<string> {
  const id = await findTenantByName(db, name);
  if (!id) throw new UsageError(`no tenant is named ${name}`);
  return id;
}

async function exported(services: Parameters<typeof exportLake>[0], request: LakeRequest): Promise<LakeReport> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, onSignal);
  try {
    return await exportLake(services, request, stop.signal);
  } catch (error) {
    throw error instanceof LakeFault || isFilesFault(error) ? new UsageError(error.message) : error;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  }
}

export const command: Command = { help, run };
