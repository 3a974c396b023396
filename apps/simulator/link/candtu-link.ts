import { type CandtuLoginReply, candtuLoginReply } from "@canopy/contract/device-link/candtu-login";
import { decodeCandtuFields, encodeCandtuFields } from "@canopy/contract/device-link/candtu-packet";
import { candtuDownTopics, candtuUpTopic } from "@canopy/contract/device-link/candtu-topics";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import type { Random } from "../world/random.ts";
import { candtuRequest } from "./candtu-commands.ts";
import { candtuMessages } from "./candtu-words.ts";
import type { MqttConnection } from "./mqtt-connection.ts";
import { ReconnectingLink } from "./reconnecting-link.ts";
import type { Delivery, LinkEvents } from "./uplink.ts";

export interface CandtuLinkSettings {
  /** The login call, before every connection. */
  loginUrl: string;
  type: string;
  deviceId: string;
  key: string;
}

/** The dialect of the fielded terminals: login over HTTP, then MQTT 3.1.1 with their topics and records. */
export class CandtuLink extends ReconnectingLink {
  private owner = "";
  private revision = 0;
  private readonly settings: CandtuLinkSettings;

  constructor(settings: CandtuLinkSettings, events: LinkEvents, random: Random, log: (text: string) => void) {
    super(events, random, log);
    this.settings = settings;
    this.retry.now();
  }

  protected override send(
    connection: MqttConnection,
    topic: UpTopic,
    payload: Uint8Array | string,
    settled: (delivery: Delivery) => void,
  ): void {
    const messages = candtuMessages(topic, payload);
    if (messages.length === 0) settled("done");
    for (const { kind, payload: body } of messages) {
      connection.publish(candtuUpTopic(this.address, kind), body, topic === "frames" ? settled : () => {});
    }
  }

  private get address() {
    const { type, deviceId } = this.settings;
    return { owner: this.owner, type, deviceId };
  }

  protected override async connect(): Promise<void> {
    try {
      this.openSession(await login(this.settings));
    } catch (error) {
      this.retry.failed(error instanceof Error ? error : undefined);
    }
  }

  private openSession({ mqtt, clientip, owner, token }: CandtuLoginReply): void {
    const { type, deviceId } = this.settings;
    this.owner = owner;
    this.open(
      {
        url: `mqtt://${mqtt.host}:${mqtt.port}`,
        clientId: `${type}:${deviceId}`,
        username: clientip,
        password: token,
        version: 4,
        subscriptions: candtuDownTopics(this.address),
        will: { topic: candtuUpTopic(this.address, "offline"), payload: encodeCandtuFields({}) },
      },
      {
        opened: (connection) =>
          connection.publish(candtuUpTopic(this.address, "online"), encodeCandtuFields({}), () => {}),
        message: (_, payload) => this.receive(payload),
      },
    );
  }

  private receive(payload: Uint8Array): void {
    const fields = decodeCandtuFields(payload);
    const request = fields && candtuRequest(fields, Date.now(), this.revision + 1);
    if (request === undefined) return;
    if (request.topic === "config") this.revision++;
    this.events.received(request.topic, new TextEncoder().encode(JSON.stringify(request.message)));
  }
}

async function login({ loginUrl, type, deviceId, key }: CandtuLinkSettings): Promise<CandtuLoginReply> {
  const response = await fetch(loginUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type, devices: [deviceId], secret: key }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`login: HTTP ${response.status}`);
  return candtuLoginReply.parse(await response.json());
}
