import { readOdx } from "@canopy/can/uds/definitions/odx-read";
import { ecuDefinitions, type ReadDefinitions } from "@canopy/contract/diagnosis/definitions";
import { readDefinitionsCsv } from "@canopy/contract/diagnosis/definitions-csv";
import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import type { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import { readZip } from "./read-zip.ts";

const ODX_NAME = /\.odx(-[a-z]{1,3})?$/i;
const LIMITS = { entries: 500, bytes: 48 * 1024 * 1024 };
const SHOWN = 100;

interface DefinitionsRead {
  readonly content: z.output<typeof ecuDefinitions>;
  readonly summary: ReadDefinitions;
}

/** UDS-01: of a CSV, an ODX document, or a package of them (PDX). */
export function readDefinitions(bytes: Buffer): DefinitionsRead {
  const documents = documentsOf(bytes);
  const found = documents ? readOdx(documents) : readDefinitionsCsv(bytes);
  if (!found) throw new ApiError(ecuErrors.notDefinitions, { field: "content_base64" });
  const { identifiers, routines, faults } = found;
  const checked = ecuDefinitions.safeParse({ identifiers, routines, faults });
  if (!checked.success) throw new ApiError(ecuErrors.definitionsTooLarge, { field: "content_base64" });
  const summary = {
    identifiers: identifiers.length,
    routines: routines.length,
    faults: faults.length,
    not_understood: "notUnderstood" in found ? found.notUnderstood.slice(0, SHOWN) : [],
    problems: "problems" in found ? found.problems.slice(0, SHOWN) : [],
  };
  return { content: checked.data, summary };
}

/** Undefined: neither a package nor a document. */
function documentsOf(bytes: Buffer): string[] | undefined {
  if (bytes.subarray(0, 2).toString("latin1") === "PK") {
    const files = readZip(bytes, (name) => ODX_NAME.test(name), LIMITS);
    if (!files || files.length === 0) throw new ApiError(ecuErrors.notDefinitions, { field: "content_base64" });
    return files.map(({ content }) => content.toString("utf8"));
  }
  const text = bytes
    .subarray(0, 1024)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return text.startsWith("<") ? [bytes.toString("utf8")] : undefined;
}
