import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import type { DbcProblem } from "@canopy/can/dbc/parse/problem";
import type { SignalFormat } from "@canopy/can/signal-file/format";

/** The preview of a file before it is sent. */
export interface DbcPreview {
  readonly encoding: DbcEncoding;
  readonly format: SignalFormat;
  readonly problems: readonly DbcProblem[];
  readonly messages: number;
  readonly signals: number;
  readonly text: string;
  readonly sample: readonly string[];
}

/** Runs in a worker of its own, which ends with the call. Rejects when the browser terminates the worker. */
export function previewDbc(bytes: Uint8Array, encoding?: DbcEncoding): Promise<DbcPreview> {
  const worker = new Worker(new URL("./dbc-preview-worker.ts", import.meta.url), { type: "module" });
  return new Promise<DbcPreview>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<DbcPreview>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ bytes, encoding });
  }).finally(() => worker.terminate());
}

export const errorsIn = ({ problems }: Pick<DbcPreview, "problems">) =>
  problems.filter(({ severity }) => severity === "error").length;
