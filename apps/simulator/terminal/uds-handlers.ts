import { methods } from "@canopy/contract/device-link/methods";
import { done, type Handler, handler, refused } from "./request.ts";

/** Methods `uds.run`, `uds.cancel`, `uds.end` of docs/device-protocol.md 2.5. */
export const UDS_HANDLERS: Readonly<Record<string, Handler>> = {
  "uds.run": handler(methods["uds.run"].params, (run, { terminal }) => {
    if (!terminal.configuration.mayTransmit(run.settings.channel)) return refused("channelListens");
    if (terminal.diagnosis.isBusy || terminal.flash.isBusy) return refused("busy");
    terminal.diagnosis.start(run);
    return done();
  }),
  "uds.cancel": handler(methods["uds.cancel"].params, ({ job }, { terminal }) => {
    terminal.diagnosis.cancel(job);
    return done();
  }),
  "uds.end": handler(methods["uds.end"].params, (_, { terminal }) => {
    // A flash has the vehicle to itself: 10 01 would break it.
    if (terminal.flash.isBusy) terminal.diagnosis.drop();
    else terminal.diagnosis.end();
    return done();
  }),
};
