import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { CandumpWriter } from "@canopy/can/logs/candump/candump-write";
import type { CardFile } from "@canopy/contract/device-link/files";
import { methods } from "@canopy/contract/device-link/methods";
import { sendFile } from "@canopy/contract/device-link/send-file";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import type { SpooledFile } from "./spool/spool.ts";

type Answer = { ok: true; result: object } | { ok: false; code: string };
interface Kept {
  files(): readonly SpooledFile[];
}

const MB = 1024 * 1024;

/** FIL-02: the files of the spool, offered as candump logs under the methods of a card. */
export class SpoolFiles {
  private readonly spool: Kept;
  private readonly publish: (topic: UpTopic, payload: string) => void;
  /** Files that are not written to any more do not change. */
  private readonly listed = new Map<string, CardFile>();
  private upload: { name: string; abort: AbortController } | null = null;

  constructor(spool: Kept, publish: (topic: UpTopic, payload: string) => void) {
    this.spool = spool;
    this.publish = publish;
  }

  /** Undefined: another method. */
  answer(id: string, method: string, params: unknown): Answer | undefined {
    if (method === "files.list") return this.list(params);
    if (method === "files.upload") return this.send(id, params);
    return method === "files.cancel" ? this.cancel(params) : undefined;
  }

  close(): void {
    this.upload?.abort.abort();
  }

  private list(params: unknown): Answer {
    const query = methods["files.list"].params.safeParse(params);
    if (!query.success) return { ok: false, code: "badParams" };
    const { filter, content, start_time = 0, stop_time = Number.MAX_SAFE_INTEGER } = query.data;
    const kept = this.spool.files();
    const files = kept
      .flatMap((file) => this.fileOf(file) ?? [])
      .filter(({ name }) => name.includes(filter) && (content === undefined || content === "merged"))
      .filter(({ time, end_time = time }) => end_time >= start_time && time <= stop_time);
    const from = (query.data.current_page - 1) * query.data.page_size;
    const used_mb = kept.reduce((sum, { size }) => sum + size, 0) / MB;
    const page = files.slice(from, from + query.data.page_size);
    return { ok: true, result: { total_size: files.length, files: page, used_mb } };
  }

  private fileOf(spooled: SpooledFile): CardFile | undefined {
    const known = this.listed.get(spooled.name);
    if (known !== undefined) return known;
    const { text, firstUs, lastUs } = candumpOf(spooled);
    if (text.length === 0) return undefined;
    const [time, end_time] = [Math.floor(firstUs / 1000), Math.floor(lastUs / 1000)];
    const file: CardFile = { name: spooled.name, size: text.length, time, end_time, content: "merged" };
    if (spooled.isWriting) return { ...file, writing: true };
    this.listed.set(spooled.name, file);
    return file;
  }

  private send(id: string, params: unknown): Answer {
    const wanted = methods["files.upload"].params.safeParse(params);
    if (!wanted.success) return { ok: false, code: "badParams" };
    if (this.upload !== null) return { ok: false, code: "busy" };
    const { name, url, offset } = wanted.data;
    const spooled = this.spool.files().find((file) => file.name === name && !file.isWriting);
    if (spooled === undefined) return { ok: false, code: "failed" };
    const { text } = candumpOf(spooled);
    const upload = { name, abort: new AbortController() };
    this.upload = upload;
    const sha256 = createHash("sha256").update(text).digest("hex");
    const told = { id, name, size: text.length };
    const tell = (more: object) => this.publish("files", JSON.stringify({ ...told, offset: text.length, ...more }));
    const read = (from: number, to: number) => text.subarray(from, to);
    sendFile({ url, size: text.length, offset, signal: upload.abort.signal, read, sent: () => undefined })
      .then(() => tell({ state: "done", sha256 }))
      .catch(() => tell({ state: upload.abort.signal.aborted ? "cancelled" : "failed", offset, code: "001" }))
      .finally(() => {
        if (this.upload === upload) this.upload = null;
      });
    return { ok: true, result: { size: text.length, sha256 } };
  }

  private cancel(params: unknown): Answer {
    const wanted = methods["files.cancel"].params.safeParse(params);
    if (!wanted.success || this.upload?.name !== wanted.data.name) return { ok: false, code: "failed" };
    this.upload.abort.abort();
    this.upload = null;
    return { ok: true, result: {} };
  }
}

function candumpOf({ batches }: SpooledFile): { text: Buffer; firstUs: number; lastUs: number } {
  const chunks: Uint8Array[] = [];
  const writer = new CandumpWriter({ append: (bytes) => chunks.push(new Uint8Array(bytes)) });
  let [firstUs, lastUs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const bytes of batches()) {
    const frames = new FrameBatch();
    decodeCb1(bytes, frames, (body, maxOutputLength) => inflateRawSync(body, { maxOutputLength }));
    for (const timeUs of frames.timeUs.subarray(0, frames.length)) {
      firstUs = Math.min(firstUs, timeUs);
      lastUs = Math.max(lastUs, timeUs);
    }
    writer.write(frames);
  }
  writer.end();
  return { text: Buffer.concat(chunks), firstUs, lastUs };
}
