/** Apart from the queries: every page forgets what is cached when the live channel says so. */
export const RULES_KEY = ["alarms", "rules"] as const;
export const EVENTS_KEY = ["alarms", "events"] as const;
export const MUTES_KEY = ["alarms", "mutes"] as const;
