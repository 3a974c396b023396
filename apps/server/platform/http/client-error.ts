import type { Socket } from "node:net";
import { type ErrorDef, platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "./api-error.ts";
import { securityHeaders } from "./security-headers.ts";

/** Bytes that never became a request: garbage, endless headers, a client too slow. One clear answer, then the end. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const def = DEFS[error.code ?? ""] ?? platformErrors.bodyMalformed;
  const body = JSON.stringify(new ApiError(def).body("en"));
  const headers = Object.entries(securityHeaders(undefined)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${def.status} ${REASONS[def.status] ?? "Bad Request"}\r\nConnection: close\r\n${headers.join("")}` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const DEFS: Record<string, ErrorDef> = { ERR_HTTP_REQUEST_TIMEOUT: platformErrors.requestTimeout };
const REASONS: Record<number, string> = { 400: "Bad Request", 408: "Request Timeout" };
