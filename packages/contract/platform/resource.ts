import { z } from "zod";

/**
 * The kinds of things that belong to a tenant. A field declared with `idOf(kind)` names one of them, in a path, a query
 * or a body; the isolation matrix (USR-06) finds these fields and tries own, foreign and unknown values in each.
 */
export const RESOURCE_KINDS = [
  "tenant",
  "operatedTenant",
  "registration",
  "user",
  "subUser",
  "session",
  "accessToken",
  "job",
  "dashboard",
  "userAttribute",
  "message",
  "outgoingMessage",
  "notice",
  "announcement",
  "infoModel",
  "device",
  "gateway",
  "label",
  "thingGroup",
  "transfer",
  "vehicle",
  "file",
  "fileStorage",
  "analysis",
  "inboxFile",
  "recall",
  "configRollout",
  "dbcFile",
  "downloadTask",
  "importTask",
  "signalStrategy",
  "signalBinding",
  "fence",
  "alarmRule",
  "alarmEvent",
  "alarmMute",
  "alarmSearch",
  "capacityRequest",
  "firmwareKey",
  "firmwareImage",
  "firmwareRollout",
  "pushRule",
  "pushDelivery",
  "diagnosisJob",
  "ecu",
  "dtcFile",
  "unlockFile",
  "udsSequence",
  "flashPackage",
  "flashFlow",
  "flashRun",
  "workOrder",
  "workOrderPicture",
  "analysisScript",
  "panel",
  "testRoutine",
  "testRun",
  "bookmark",
  "output",
  "outputRun",
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

const resources = z.registry<{ kind: ResourceKind }>();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id of a thing of this kind. */
export function idOf(kind: ResourceKind): z.ZodString {
  const schema = z.string().regex(UUID).describe(`id of a ${kind}`);
  resources.add(schema, { kind });
  return schema;
}

/** Fields of an object schema that name a resource, or a list of them, with their kind. */
export function resourceFields(schema: z.ZodType | undefined): Record<string, ResourceKind> {
  if (!(schema instanceof z.ZodObject)) return {};
  const found: Record<string, ResourceKind> = {};
  for (const [field, value] of Object.entries(schema.shape)) {
    const kind = kindOf(value);
    if (kind) found[field] = kind;
  }
  return found;
}

function kindOf(schema: unknown): ResourceKind | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return kindOf(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return kindOf(schema.element);
  return schema instanceof z.ZodType ? resources.get(schema)?.kind : undefined;
}
