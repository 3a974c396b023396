import { transferService } from "../transfer-request.ts";

/** Client → server: the client will send data. */
export const requestDownload = transferService(0x34, "RequestDownload");
