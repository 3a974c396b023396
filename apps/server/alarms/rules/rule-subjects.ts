import { subjectPart } from "../../platform/bus/bus.ts";

/** The rules of a tenant changed, or the devices that they watch; nothing else is said. */
export const rulesSubject = (tenantId: string) => `canopy.rules.${tenantId === "*" ? "*" : subjectPart(tenantId)}`;
