import type { HostAnswer } from "@canopy/contract/device-link/flash/flash-terminal";
import { methods } from "@canopy/contract/device-link/methods";
import { type Answer, done, type Handler, handler, refused } from "./request.ts";

const answered = (answer: HostAnswer): Answer => (answer === "ok" ? done() : refused(answer));

/** Methods `flash.check`, `flash.run`, `flash.retry`, `flash.cancel` of docs/device-protocol.md 2.5. */
export const FLASH_HANDLERS: Readonly<Record<string, Handler>> = {
  "flash.check": handler(methods["flash.check"].params, async (order, { terminal }) => {
    if (!terminal.configuration.mayTransmit(order.settings.channel)) return refused("channelListens");
    return answered(await terminal.flash.check(order));
  }),
  "flash.run": handler(methods["flash.run"].params, (order, { terminal }) => {
    if (!terminal.configuration.mayTransmit(order.settings.channel)) return refused("channelListens");
    return answered(terminal.flash.start(order));
  }),
  "flash.retry": handler(methods["flash.retry"].params, ({ run }, { terminal }) => answered(terminal.flash.retry(run))),
  "flash.key": handler(methods["flash.key"].params, ({ run, key }, { terminal }) =>
    answered(terminal.flash.key(run, key)),
  ),
  "flash.cancel": handler(methods["flash.cancel"].params, ({ run }, { terminal }) =>
    answered(terminal.flash.cancel(run)),
  ),
};
