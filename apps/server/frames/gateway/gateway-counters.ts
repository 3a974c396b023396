/** Counters since the start of the gateway. */
export interface GatewayCounters {
  accepted: number;
  /** Turned away before CONNECT, for their number. */
  turnedAway: number;
  /** CONNECTs answered with a refusal. */
  refused: number;
  /** Connections closed for violations of the standard. */
  broken: number;
  batches: number;
  messages: number;
  /** Batches refused by ingest, told to their terminal. */
  refusedBatches: number;
  /** Messages that could not be read, answered by `error`. */
  badMessages: number;
  /** Topics that are not the terminal's own. */
  foreignTopics: number;
}

export function newCounters(): GatewayCounters {
  return {
    accepted: 0,
    turnedAway: 0,
    refused: 0,
    broken: 0,
    batches: 0,
    messages: 0,
    refusedBatches: 0,
    badMessages: 0,
    foreignTopics: 0,
  };
}
