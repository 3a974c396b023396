/** The processes of a cluster. The first one migrates: the others find everything made. */
export const CLUSTER_ROLES = ["web 1", "web 2", "worker 1", "worker 2", "ingest 1", "ingest 2"] as const;
export type ClusterRole = (typeof CLUSTER_ROLES)[number];
export const CLUSTER_PARTS = [...CLUSTER_ROLES, "postgres 1", "postgres 2", "nats", "s3"] as const;
export type ClusterPart = (typeof CLUSTER_PARTS)[number];
