import { readOdx } from "@canopy/can/uds/definitions/odx-read";
import { ecuDefinitions, type ReadDefinitions } from "@canopy/contract/diagnosis/definitions";
import { readDefinitionsCsv } from "@canopy/contract/diagnosis/definitions-csv";
import type { z } from "zod";
import { readZip } from "./read-zip.ts";

const ODX_NAME = /\.odx(-[a-z]{1,3})?$/i;
const LIMITS = { entries: 500, bytes: 48 * 1024 * 1024 };
const SHOWN = 100;

export type DefinitionsRead =
  | "notDefinitions"
  | "definitionsTooLarge"
  | { readonly content: z.output<typeof ecuDefinitions>; readonly summary: ReadDefinitions };

/** UDS-01: of a CSV, an ODX document, or a package of them (PDX). */
export function readDefinitions(bytes: Buffer): DefinitionsRead {
  const found = kindOf(bytes) === "csv" ? readDefinitionsCsv(bytes) : readDocuments(documentsOf(bytes));
  if (found === undefined) return "notDefinitions";
  if (found === "tooLarge") return "definitionsTooLarge";
  const { identifiers, routines, faults } = found;
  const checked = ecuDefinitions.safeParse({ identifiers, routines, faults });
  if (!checked.success) return "definitionsTooLarge";
  const summary = {
    identifiers: identifiers.length,
    routines: routines.length,
    faults: faults.length,
    not_understood: "notUnderstood" in found ? found.notUnderstood.slice(0, SHOWN) : [],
    problems: "problems" in found ? found.problems.slice(0, SHOWN) : [],
  };
  return { content: checked.data, summary };
}

const readDocuments = (documents: readonly string[] | undefined) => documents && readOdx(documents);

/** By its first bytes: a package (PDX), a document (ODX), or what is left. */
export function kindOf(bytes: Buffer): "package" | "document" | "csv" {
  if (bytes.subarray(0, 2).toString("latin1") === "PK") return "package";
  const text = bytes
    .subarray(0, 1024)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return text.startsWith("<") ? "document" : "csv";
}

function documentsOf(bytes: Buffer): string[] | undefined {
  if (kindOf(bytes) === "document") return [bytes.toString("utf8")];
  const files = readZip(bytes, (name) => ODX_NAME.test(name), LIMITS);
  return files?.length === 0 ? undefined : files?.map(({ content }) => content.toString("utf8"));
}
