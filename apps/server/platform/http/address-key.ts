import { isIPv6 } from "node:net";

/** Of these groups of 16 bits a provider gives each customer at least the rest: whoever has one has them all. */
const NETWORK_GROUPS = 4;

/** Before an address of IPv4: mapped (RFC 4291, 2.5.5.2), and translated by the well-known prefix of NAT64 (RFC 6052, 2.1). */
const OF_IPV4 = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/**
 * What limits and bans know an address by: of IPv6 its /64, of IPv4 the address, also where it is written as IPv6. Shown
 * and logged is the address itself.
 */
export function addressKey(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  if (OF_IPV4.some((prefix) => prefix.every((group, at) => groups[at] === group)))
    return groups.slice(6).flatMap(bytesOf).join(".");
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** All eight. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split("::").map(listed);
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** The last two may be written as IPv4. */
function listed(text: string): number[] {
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return group === "" ? [] : [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

const bytesOf = (group: number) => [group >> 8, group & 255];
