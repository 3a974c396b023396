import type { listAllCapacityRequests } from "@canopy/contract/capacity/requests";
import type { Reply } from "@canopy/contract/platform/endpoint";

/** A request as the system manager sees it. */
export type OperatedRequest = Reply<typeof listAllCapacityRequests>["list"][number];
