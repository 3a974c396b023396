/** DEV-12: the bounds of the device link; CONNACK of MQTT 5 says the first three, docs/device-protocol.md all of them. */
export const MAX_PACKET_BYTES = 256 * 1024;
/** QoS 1 messages of one connection that wait for their PUBACK. */
export const RECEIVE_MAXIMUM = 64;
export const MAX_KEEP_ALIVE_S = 300;
/** Frames of one batch: bounds the size of an inflated body. */
export const MAX_BATCH_FRAMES = 10_000;
/** Low bits kept of a time out of range: microseconds from 1970 to 1987, which quarantine takes for a wrong clock. */
export const KEPT_CLOCK_BITS = 49;
/** Entries of one JSON message (positions, points, log lines). */
export const MAX_ENTRIES = 1000;
/** DEV-06: items of a saved command list. */
export const MAX_SENT_FRAMES = 100;
/** DEV-06: lists of frames that a terminal sends at once. */
export const MAX_SENDING = 16;
