/** Client side timing (ISO 14229-2, 7.2). Times are µs. */
export interface UdsClientTiming {
  /** P2client: silence allowed after a request. */
  p2Us: number;
  /** P2*client: silence allowed after each response pending. */
  p2StarUs: number;
  /** Added to the times in the server's answer to service 10: the delay of the network. */
  networkUs: number;
  /** Total time a request may be held, from the first response pending. */
  pendingCapUs: number;
  /** Time the transport may take to send one request. */
  sendUs: number;
  /** Silence allowed inside a response of several frames. */
  receiveUs: number;
  /** Repeats after busyRepeatRequest, and the pause before each. */
  busyRetries: number;
  busyPauseUs: number;
  /** Period of TesterPresent in a non-default session; S3server is 5 s. */
  keepAliveUs: number;
  /** Take P2 and P2* from the server's answer to service 10; `longer`: only where they are longer. */
  adoptsServerTiming: boolean | "longer";
}

export const DEFAULT_CLIENT_TIMING: UdsClientTiming = {
  p2Us: 1_000_000,
  p2StarUs: 5_000_000,
  networkUs: 100_000,
  pendingCapUs: 300_000_000,
  sendUs: 60_000_000,
  receiveUs: 2_000_000,
  busyRetries: 3,
  busyPauseUs: 500_000,
  keepAliveUs: 2_000_000,
  adoptsServerTiming: true,
};
