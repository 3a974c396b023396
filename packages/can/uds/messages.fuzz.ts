import { isDeepStrictEqual } from "node:util";
import type { FuzzTarget } from "../testing/fuzz.ts";
import { matchResponse } from "./match-response.ts";
import { decodeNegativeResponse } from "./negative-response.ts";
import type { UdsService } from "./service.ts";
import { UDS_SERVICES } from "./services.ts";

const SERVICES: readonly UdsService<unknown, unknown>[] = Object.values(UDS_SERVICES).map(
  (service) => service as unknown as UdsService<unknown, unknown>,
);

/** What was read says the same when it is written and read again. */
function check({ name, ...service }: UdsService<unknown, unknown>, input: Uint8Array): void {
  const [request, response] = [service.decodeRequest(input), service.decodeResponse(input)];
  if (request.ok && !isDeepStrictEqual(service.decodeRequest(service.encodeRequest(request.value)), request))
    throw new Error(`a request of ${name} changed in writing`);
  if (response.ok && !isDeepStrictEqual(service.decodeResponse(service.encodeResponse(response.value)), response))
    throw new Error(`a response of ${name} changed in writing`);
}

export const targets: readonly FuzzTarget[] = [
  {
    name: "uds messages",
    seeds: [
      ...SERVICES.flatMap(({ sid }) => [
        Uint8Array.of(sid, 1, 2, 3, 4),
        Uint8Array.of(sid + 0x40, 1, 2, 3, 4, 5, 6, 7),
      ]),
      Uint8Array.of(0x59, 0x02, 0xff, 0x12, 0x34, 0x56, 0x2f),
      Uint8Array.of(0x7f, 0x22, 0x31),
    ],
    tokens: ["\u0001", "\u0002", "\u0003", "\u0004", "\u0006", "\u0014", "\u0042", "\u0044", "\u007f"],
    run(input) {
      for (const service of SERVICES) check(service, input);
      decodeNegativeResponse(input);
      const half = input.length >> 1;
      matchResponse(input.subarray(0, half), input.subarray(half));
    },
  },
];
