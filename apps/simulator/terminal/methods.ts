import { frameProblems } from "@canopy/can/frame/validate";
import { methods } from "@canopy/contract/device-link/methods";
import { cancelUpload, uploadFile } from "./file-upload.ts";
import { FLASH_HANDLERS } from "./flash-handlers.ts";
import { done, type Handler, handler, refused } from "./request.ts";
import { SendJob } from "./send-frames.ts";
import { UDS_HANDLERS } from "./uds-handlers.ts";
import { udsRequest } from "./uds-request.ts";

/** Methods of this terminal, by the names of docs/device-protocol.md 2.5. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  "time.sync": handler(methods["time.sync"].params, ({ server_time }, { terminal }) => {
    const device_time = terminal.timeMs;
    terminal.setClock(server_time);
    return done({ device_time });
  }),
  "frames.send": handler(methods["frames.send"].params, (params, { id, terminal }) => {
    const job = new SendJob(params, terminal.vehicle.timeUs);
    const isAllowed = params.frames.every(({ channel }) => terminal.configuration.mayTransmit(channel));
    if (!isAllowed) return refused("failed", "the channel is off or only listens");
    const isValid = new SendJob({ ...params, repeat: 1 }, 0)
      .due(Number.MAX_SAFE_INTEGER)
      .every((frame) => frameProblems(frame).length === 0);
    if (!isValid) return refused("badParams");
    if (terminal.transmitter.isFull) return refused("busy", "too many lists are being sent");
    const sent = terminal.transmitter.start(params.job ?? id, job, terminal.timeMs);
    return sent.then(() => done({ items: params.frames.map(() => ({ ok: true })) }));
  }),
  "frames.stop": handler(methods["frames.stop"].params, ({ job }, { terminal }) => {
    terminal.transmitter.stop(job);
    return done();
  }),
  "record.start": handler(methods["record.start"].params, (_, { terminal }) => {
    terminal.card.start();
    return done();
  }),
  "record.stop": handler(methods["record.stop"].params, (_, { terminal }) => {
    terminal.card.stop();
    return done();
  }),
  "card.format": handler(methods["card.format"].params, (_, { terminal }) => {
    terminal.card.format();
    return done();
  }),
  "device.reboot": handler(methods["device.reboot"].params, (_, { terminal }) => {
    terminal.reboot("request");
    return done();
  }),
  "config.read": handler(methods["config.read"].params, (_, { terminal }) => {
    const { revision, current, hash } = terminal.configuration;
    return done({ revision, config: current, hash });
  }),
  "files.list": handler(methods["files.list"].params, (query, { terminal }) => {
    const files = terminal.card.list(query);
    const from = (query.current_page - 1) * query.page_size;
    const { totalMb: total_mb, usedMb: used_mb } = terminal.card;
    return done({ total_size: files.length, files: files.slice(from, from + query.page_size), total_mb, used_mb });
  }),
  "files.upload": handler(methods["files.upload"].params, uploadFile),
  "files.cancel": handler(methods["files.cancel"].params, cancelUpload),
  "files.delete": handler(methods["files.delete"].params, ({ filter }, { terminal }) =>
    done({ deleted: terminal.card.delete(filter) }),
  ),
  "firmware.install": handler(methods["firmware.install"].params, (order, { id, terminal }) =>
    terminal.upgrader.start(order, order.job ?? id) ? done() : refused("busy"),
  ),
  "storage.full": handler(methods["storage.full"].params, ({ epoch, sequence }, { terminal }) => {
    terminal.outbox.refuse(epoch, sequence);
    return done();
  }),
  "storage.ok": handler(methods["storage.ok"].params, (_, { terminal }) => {
    terminal.outbox.release(terminal.timeMs);
    terminal.pump();
    return done();
  }),
  error: handler(methods.error.params, ({ topic, code }, { terminal }) => {
    terminal.log("warning", `server: ${code} on ${topic}`);
    return done();
  }),
  "uds.request": udsRequest,
  ...UDS_HANDLERS,
  ...FLASH_HANDLERS,
};
