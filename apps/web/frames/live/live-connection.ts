import { LIVE_BEAT_MS, type LiveNotice, type LiveRequest } from "@canopy/contract/frames/live";

export type LiveConnectionState = "idle" | "connecting" | "open" | "waiting";

/** What is needed of a browser's WebSocket. */
export interface LiveSocket {
  binaryType: string;
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
}

interface Parts {
  openSocket(): LiveSocket;
  token(): string | null;
  now(): number;
  random(): number;
}

interface Listener {
  /** The server knows who we are: everything has to be asked for again. */
  onWelcome(): void;
  /** Answers what it meant; undefined where it could not be read. */
  onText(text: string): LiveNotice | undefined;
  onBinary(message: Uint8Array): void;
  onState(state: LiveConnectionState, retryAt: number): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Two beats may be lost before the connection counts as dead. */
const SILENCE_MS = 2.5 * LIVE_BEAT_MS;

/** One connection that comes again by itself, later each time and never all tabs at once. */
export class LiveConnection {
  state: LiveConnectionState = "idle";
  private readonly parts: Parts;
  private readonly listener: Listener;
  private socket: LiveSocket | undefined;
  private failures = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly retryNow = () => {
    if (this.state === "waiting") this.connect();
  };

  constructor(parts: Parts, listener: Listener) {
    this.parts = parts;
    this.listener = listener;
  }

  open(): void {
    if (this.state !== "idle") return;
    // A laptop that wakes up need not wait for the next attempt.
    globalThis.addEventListener?.("online", this.retryNow);
    this.connect();
  }

  close(): void {
    globalThis.removeEventListener?.("online", this.retryNow);
    clearTimeout(this.retryTimer);
    this.drop();
    this.failures = 0;
    this.become("idle");
  }

  /** Nothing while it is not open: what is wanted is asked for anew at each welcome. */
  send(request: LiveRequest): void {
    if (this.state === "open") this.socket?.send(JSON.stringify(request));
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    this.become("connecting");
    const token = this.parts.token();
    // Signed out: the page will leave; nobody is asked in vain.
    if (token === null) {
      this.retryLater();
      return;
    }
    const socket = this.parts.openSocket();
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token } satisfies LiveRequest));
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.hear(data);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retryLater();
    };
    this.socket = socket;
    this.watchSilence();
  }

  private hear(data: unknown): void {
    this.watchSilence();
    if (data instanceof ArrayBuffer) {
      this.listener.onBinary(new Uint8Array(data));
      return;
    }
    const notice = this.listener.onText(String(data));
    if (notice?.type !== "welcome") return;
    this.failures = 0;
    this.become("open");
    this.listener.onWelcome();
  }

  private watchSilence(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.retryLater(), SILENCE_MS);
  }

  private retryLater(): void {
    this.drop();
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    const waitMs = longest * (0.5 + this.parts.random() / 2);
    this.retryTimer = setTimeout(() => this.connect(), waitMs);
    this.become("waiting", this.parts.now() + waitMs);
  }

  private drop(): void {
    clearTimeout(this.silenceTimer);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }

  private become(state: LiveConnectionState, retryAt = 0): void {
    if (this.state === state) return;
    this.state = state;
    this.listener.onState(state, retryAt);
  }
}
