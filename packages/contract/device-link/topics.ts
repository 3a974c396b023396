export const PROTOCOL = "canopy/1";

export const UP_TOPICS = [
  "frames",
  "gps",
  "points",
  "status",
  "event",
  "log",
  "reply",
  "files",
  "firmware",
  "uds",
  "flash",
] as const;
export const DOWN_TOPICS = ["request", "config"] as const;
export type UpTopic = (typeof UP_TOPICS)[number];
export type DownTopic = (typeof DOWN_TOPICS)[number];

export function upTopic(deviceId: string, name: UpTopic): string {
  return `${PROTOCOL}/${deviceId}/up/${name}`;
}

export function downTopic(deviceId: string, name: DownTopic): string {
  return `${PROTOCOL}/${deviceId}/down/${name}`;
}

/** Which of its own topics a terminal publishes to; undefined for any other. */
export function readUpTopic(deviceId: string, topic: string): UpTopic | undefined {
  const own = `${PROTOCOL}/${deviceId}/up/`;
  return topic.startsWith(own)
    ? UP_TOPICS.find((name) => topic.length === own.length + name.length && topic.endsWith(name))
    : undefined;
}
