import { transferService } from "../transfer-request.ts";

/** Server → client: the client will fetch data. */
export const requestUpload = transferService(0x35, "RequestUpload");
