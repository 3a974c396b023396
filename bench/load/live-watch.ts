import type { LiveRequest } from "@canopy/contract/frames/live";
import { LIVE_FRAMES_HEAD_BYTES } from "@canopy/contract/frames/live-binary";
import type { TestDevice } from "../../apps/server/testing/terminals/test-device.ts";

interface WatchOptions {
  /** Of the server, with ws://. */
  readonly url: string;
  /** One for each browser. */
  readonly tokens: readonly string[];
  readonly devices: readonly TestDevice[];
}

/** Epochs are the numbers of terminals: both fit a double. */
const keyOf = (epoch: number, sequence: number) => epoch * 2 ** 40 + sequence;

/** Browsers that share the devices among them: each message is timed against its batch's way out. */
export class LiveWatch {
  readonly #sockets: WebSocket[] = [];
  readonly #sentAt = new Map<number, number>();
  #latencies: number[] = [];
  #missed = 0;

  static async open({ url, tokens, devices }: WatchOptions): Promise<LiveWatch> {
    const watch = new LiveWatch();
    const share = devices.length / tokens.length;
    await Promise.all(tokens.map((token, i) => watch.#connect(url, token, devices.slice(i * share, (i + 1) * share))));
    return watch;
  }

  sent(epoch: number, sequence: number): void {
    this.#sentAt.set(keyOf(epoch, sequence), performance.now());
  }

  take(): { latencies: number[]; missed: number } {
    const taken = { latencies: this.#latencies, missed: this.#missed };
    this.#latencies = [];
    this.#missed = 0;
    return taken;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  #connect(url: string, token: string, devices: readonly TestDevice[]): Promise<void> {
    const socket = new WebSocket(`${url}/api/live`);
    socket.binaryType = "arraybuffer";
    this.#sockets.push(socket);
    const send = (request: LiveRequest) => socket.send(JSON.stringify(request));
    socket.onopen = () => send({ type: "hello", token });
    let opened = 0;
    return new Promise((resolve, reject) => {
      socket.onclose = ({ code, reason }) => reject(new Error(`the live stream ended: ${code} ${reason}`));
      socket.onmessage = ({ data }) => {
        if (data instanceof ArrayBuffer) {
          this.#arrived(data);
          return;
        }
        const notice = JSON.parse(String(data));
        if (notice.type === "welcome")
          for (const [i, { thingsId }] of devices.entries()) send({ type: "frames", id: i + 1, device_id: thingsId });
        if (notice.type === "missed") this.#missed += notice.frames;
        if (notice.type === "opened" && ++opened === devices.length) resolve();
      };
    });
  }

  #arrived(message: ArrayBuffer): void {
    const batch = new DataView(message, LIVE_FRAMES_HEAD_BYTES);
    const key = keyOf(batch.getUint32(4, true), Number(batch.getBigUint64(8, true)));
    const sentAt = this.#sentAt.get(key);
    if (sentAt === undefined) return;
    this.#sentAt.delete(key);
    this.#latencies.push(performance.now() - sentAt);
  }
}
