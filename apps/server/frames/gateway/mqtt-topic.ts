/** [MQTT-1.5.3-1, -2] The parser replaces ill-formed UTF-8 by U+FFFD; neither it nor U+0000 is in any topic of ours. */
export function isWellFormed(topic: string): boolean {
  return !topic.includes("\uFFFD") && !topic.includes("\0");
}

export function hasWildcard(topic: string): boolean {
  return topic.includes("#") || topic.includes("+");
}

export function isShared(filter: string): boolean {
  return filter.startsWith("$share/");
}
