import {
  NRC_REQUEST_OUT_OF_RANGE,
  NRC_REQUEST_SEQUENCE_ERROR,
  NRC_UPLOAD_DOWNLOAD_NOT_ACCEPTED,
  NRC_WRONG_BLOCK_SEQUENCE_COUNTER,
} from "../negative-response.ts";
import { requestDownload } from "../services/request-download.ts";
import { requestTransferExit } from "../services/request-transfer-exit.ts";
import { transferData } from "../services/transfer-data.ts";
import { type BoundHandler, negative, positive, serve } from "./handler.ts";

/** The memory behind a download; a number is the negative response code of a refusal. */
export interface DownloadMemory {
  /** SID and counter included. */
  maxBlockLength: number;
  sessions?: readonly number[];
  accepts: (address: number, size: number) => boolean;
  write: (address: number, data: Uint8Array) => number | null;
}

/** Services 34, 36 and 37 over one memory. */
export function downloadHandlers(memory: DownloadMemory): BoundHandler[] {
  const guarded = { secured: true, ...(memory.sessions ? { sessions: memory.sessions } : {}) };
  const empty = new Uint8Array(0);
  return [
    serve(requestDownload, {
      ...guarded,
      handle({ address, size }, { state }) {
        if (!memory.accepts(address, size)) return negative(NRC_UPLOAD_DOWNLOAD_NOT_ACCEPTED);
        state.transfer = { address, left: size, counter: 1, isFirst: true };
        return positive({ maxBlockLength: memory.maxBlockLength, lengthBytes: 2 });
      },
    }),
    serve(transferData, {
      ...guarded,
      handle({ counter, data }, { state }) {
        const { transfer } = state;
        if (!transfer) return negative(NRC_REQUEST_SEQUENCE_ERROR);
        // ISO 14229-1, 14.5.2: a repeated block is answered again and not written again.
        if (!transfer.isFirst && counter === ((transfer.counter - 1) & 255)) return positive({ counter, data: empty });
        if (counter !== transfer.counter) return negative(NRC_WRONG_BLOCK_SEQUENCE_COUNTER);
        if (data.length > transfer.left || data.length > memory.maxBlockLength - 2) {
          return negative(NRC_REQUEST_OUT_OF_RANGE);
        }
        const refusal = memory.write(transfer.address, data);
        if (refusal !== null) return negative(refusal);
        transfer.address += data.length;
        transfer.left -= data.length;
        transfer.counter = (counter + 1) & 255;
        transfer.isFirst = false;
        return positive({ counter, data: empty });
      },
    }),
    serve(requestTransferExit, {
      ...guarded,
      handle(_, { state }) {
        if (!state.transfer || state.transfer.left > 0) return negative(NRC_REQUEST_SEQUENCE_ERROR);
        state.transfer = null;
        return positive({ data: empty });
      },
    }),
  ];
}
