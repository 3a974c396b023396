import { createHash } from "node:crypto";
import type { FileProgress } from "@canopy/contract/device-link/files";
import { type Answer, done, refused, type TerminalRequest } from "./request.ts";
import type { TerminalControl } from "./terminal-control.ts";

const CHUNK_BYTES = 64 * 1024;
/** docs/device-protocol.md 2.4: told at most once a second, and at the end. */
const TELL_EVERY_MS = 1000;

/** FIL-02: one file at a time goes up by PUT, from an offset where an earlier try ended. */
export function uploadFile(
  { name, url, offset }: { name: string; url: string; offset: number },
  { id, terminal }: TerminalRequest,
): Answer {
  if (terminal.upload !== null) return refused("busy");
  const bytes = terminal.card.read(name);
  if (bytes === undefined) return refused("failed", "no such file");
  if (offset > bytes.length) return refused("badParams");
  const abort = new AbortController();
  terminal.upload = { name, abort };
  const tell = (progress: Pick<FileProgress, "state" | "offset"> & Partial<FileProgress>) =>
    terminal.publish("files", { id, name, size: bytes.length, ...progress });
  put(url, bytes, offset, abort.signal, (sent) => tell({ state: "sending", offset: sent }))
    .then(() => tell({ state: "done", offset: bytes.length, sha256: sha256(bytes) }))
    .catch(() => {
      const state = abort.signal.aborted ? "cancelled" : "failed";
      tell({ state, offset, ...(state === "failed" ? { code: "001" } : {}) });
    })
    .finally(() => {
      terminal.upload = null;
    });
  return done();
}

export function cancelUpload({ name }: { name: string }, { terminal }: TerminalRequest): Answer {
  if (terminal.upload?.name !== name) return refused("failed", "not being sent");
  terminal.upload.abort.abort();
  return done();
}

async function put(
  url: string,
  bytes: Uint8Array,
  offset: number,
  signal: AbortSignal,
  sent: (offset: number) => void,
): Promise<void> {
  let told = Date.now();
  let at = offset;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const end = Math.min(at + CHUNK_BYTES, bytes.length);
      if (end > at) controller.enqueue(bytes.slice(at, end));
      at = end;
      if (at === bytes.length) controller.close();
      else if (Date.now() - told >= TELL_EVERY_MS) {
        told = Date.now();
        sent(at);
      }
    },
  });
  const headers = {
    "content-type": "application/octet-stream",
    "content-range": `bytes ${offset}-${Math.max(offset, bytes.length - 1)}/${bytes.length}`,
  };
  const init: RequestInit & { duplex: "half" } = { method: "PUT", body, headers, signal, duplex: "half" };
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Called by `Terminal`: an upload does not survive a reboot. */
export function endUpload(terminal: TerminalControl): void {
  terminal.upload?.abort.abort();
}
