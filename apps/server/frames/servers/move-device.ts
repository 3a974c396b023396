import { type FrameServer, serverInWords } from "./frame-server.ts";
import { MoveFault, type MoveParts, moveBinding } from "./move-binding.ts";
import { findMovable, findMove } from "./move-store.ts";

/** OPS-02: moves a device, by the ID of its terminal, to a server by its number, the begin of its id, or its address. */
export async function moveDevice(parts: MoveParts, deviceId: string, server: string): Promise<"moved" | "there"> {
  const { db } = parts.database;
  const to = serverNamed(parts.servers, server);
  const device = await findMovable(db, deviceId);
  if (device === undefined) throw new MoveFault(`no device has the ID ${deviceId}`);
  const { binding } = device;
  const from = parts.servers.find(({ id, number }) => (device.server === null ? number === 1 : id === device.server));
  if (from === undefined) throw new MoveFault(`the frame server of ${deviceId} is not in FRAMES_DATABASE_URL`);
  const known = await findMove(db, binding);
  if (known !== undefined && known.toServer !== to.id)
    throw new MoveFault(`${deviceId} is on its way to another frame server: it arrives first`);
  if (known === undefined && from === to) return "there";
  await moveBinding(parts, known ?? { binding, fromServer: from.id, toServer: to.id });
  return "moved";
}

const LEAST_OF_ID = 4;

function serverNamed(servers: readonly FrameServer[], name: string): FrameServer {
  const found = servers.filter(
    ({ id, number, address }) =>
      String(number) === name || address === name || (name.length >= LEAST_OF_ID && id.startsWith(name.toLowerCase())),
  );
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  const known = servers.map(serverInWords).join(", ");
  throw new MoveFault(`${name} names ${only ? "several frame servers" : "no frame server"}; there are: ${known}`);
}
