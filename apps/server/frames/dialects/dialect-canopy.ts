import { DOWN_TOPICS, downTopic, readUpTopic } from "@canopy/contract/device-link/topics";
import type { GatewayDevice } from "./device-message.ts";
import type { Credentials, Dialect, DialectSession, DownMessage, Outgoing } from "./dialect.ts";
import { readCanopyMessage } from "./dialect-canopy-read.ts";

/** canopy/1, the native dialect: design §6. */
export const canopyDialect: Dialect = { name: "canopy", readClaim, open };

const CLIENT_ID = /^[0-9A-Za-z_-]{1,64}$/;

function readClaim({ clientId, userName, password }: Credentials) {
  if (!CLIENT_ID.test(clientId)) return { kind: "foreign" } as const;
  if (userName === "" || password === "") return { kind: "refused", problem: "credentials" } as const;
  if (clientId !== userName) return { kind: "refused", problem: "clientId" } as const;
  return { kind: "claim", claim: { deviceId: clientId, key: password } } as const;
}

/** The method under which a configuration goes down; it has a topic of its own. */
export const CONFIG_WRITE = "config.write";

function open({ deviceId }: GatewayDevice): DialectSession {
  return {
    knowsRefusals: true,
    mayPublish: (topic) => readUpTopic(deviceId, topic) !== undefined,
    maySubscribe: (topic) => DOWN_TOPICS.some((name) => topic === downTopic(deviceId, name)),
    read(topic, payload) {
      const name = readUpTopic(deviceId, topic);
      return name === undefined ? { kind: "nothing" } : readCanopyMessage(name, payload);
    },
    write: (message) => (message.method === CONFIG_WRITE ? configOf(deviceId, message) : requestOf(deviceId, message)),
    writeTime: (id, nowMs) =>
      requestOf(deviceId, { id, method: "time.sync", params: { server_time: nowMs }, deadlineMs: undefined }),
  };
}

function requestOf(deviceId: string, { id, method, params, deadlineMs }: DownMessage): Outgoing {
  const message = { id: String(id), method, params, deadline: deadlineMs };
  return { topic: downTopic(deviceId, "request"), payload: Buffer.from(JSON.stringify(message)) };
}

function configOf(deviceId: string, { id, params, deadlineMs }: DownMessage): Outgoing {
  const message = { id: String(id), ...params, deadline: deadlineMs };
  return { topic: downTopic(deviceId, "config"), payload: Buffer.from(JSON.stringify(message)) };
}
