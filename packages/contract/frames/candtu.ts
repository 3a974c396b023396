import { candtuLogin, candtuLoginReply } from "../device-link/candtu-login.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { candtuErrors } from "./errors.ts";

/** docs/device-protocol.md §3.1: the call of fielded terminals before every connection. */
export const candtuLoginCall = endpoint({
  name: "frames.candtuLogin",
  method: "POST",
  path: "/device/login",
  summary: { zh: "CANDTU 终端登录", en: "The login of CANDTU terminals" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.guarded,
  bodyLimit: 4096,
  body: candtuLogin,
  reply: candtuLoginReply,
  errors: [candtuErrors.loginRefused],
});
