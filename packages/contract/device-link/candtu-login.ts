import { z } from "zod";

/** The login call of the terminals, before every connection. */
export const candtuLogin = z.object({
  /** The device type, which is the user name of this call. */
  type: z.string().regex(/^[\w.-]{1,64}$/),
  devices: z
    .array(z.string().regex(/^[\w.-]{1,64}$/))
    .min(1)
    .max(1),
  /** The licence key. */
  secret: z.string().min(1).max(128),
});
export type CandtuLogin = z.output<typeof candtuLogin>;

export const candtuLoginReply = z.object({
  mqtt: z.object({ host: z.string(), port: z.number(), sslport: z.number() }),
  /** The user name of the MQTT connection. */
  clientip: z.string(),
  owner: z.string(),
  /** Its password, for ten minutes. */
  token: z.string(),
});
export type CandtuLoginReply = z.output<typeof candtuLoginReply>;
