import { PageTerminal } from "../../apps/server/testing/faults/page-terminal.ts";
import type { TestDevice } from "../../apps/server/testing/terminals/test-device.ts";

/** The gateway takes 2,000 connections of an address at once. */
const PER_ADDRESS = 1000;
/** As many at a time as a listening socket holds. */
const AT_ONCE = 100;
const KEEP_ALIVE_S = 300;

/** In the order of the devices. */
export async function connectTerminals(port: number, devices: readonly TestDevice[]): Promise<PageTerminal[]> {
  const terminals: PageTerminal[] = [];
  const waiting = [...devices.entries()].reverse();
  const connect = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [index, { deviceId, key }] = next;
      const localAddress = `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`;
      terminals[index] = await PageTerminal.open({ port, deviceId, key, localAddress, keepAliveS: KEEP_ALIVE_S });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connect));
  return terminals;
}
