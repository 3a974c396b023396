import { type Command, type CommandMethod, listCommands, sendCommand } from "@canopy/contract/devices/commands";
import { commandErrors } from "@canopy/contract/devices/errors";
import type { Thing } from "@canopy/contract/devices/thing";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { type TextKey, translate } from "../../platform/i18n.ts";
import { formatTime, viewerZone } from "../../platform/time-formats.ts";
import { addNote } from "../../ui/float/notes.ts";
import "./manage-texts.ts";

interface SentCommand {
  method: CommandMethod;
  params?: Record<string, unknown>;
}

/**
 * DEV-06: sends a command and shows its result. When the device disconnects meanwhile, the result is unknown and shown
 * as such.
 */
export function useDeviceCommand(device: Thing) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ method, params = {} }: SentCommand): Promise<Command> => {
      const body = { method, params };
      const options = { idempotencyKey: crypto.randomUUID() };
      return (await api(sendCommand, { params: { things_id: device.id }, body }, options)).data;
    },
    onSuccess: (command, { method }) => addNote({ tone: "done", text: outcome(command, methodText(method)) }),
    onError: (problem) => {
      const trouble = troubleOf(problem);
      const wasThere = device.online && trouble.code === commandErrors.deviceOffline.code;
      addNote({
        tone: "ordinary",
        text: wasThere ? `${trouble.text} ${translate("devices.manage.wentOffline")}` : trouble.text,
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listCommands.name, device.id] }),
  });
}

function outcome({ result }: Command, command: string): string {
  const told = typeof result === "object" && result !== null ? Reflect.get(result, "device_time") : undefined;
  if (typeof told !== "number") return translate("devices.manage.commandDone", { command });
  return translate("devices.manage.synced", { command, time: formatTime(told, viewerZone()) });
}

/** A method in words; one that only the server sends keeps its name. */
export function methodText(method: string): string {
  const key = `devices.method.${method.replace(".", "-")}` as TextKey;
  const text = translate(key);
  return text === key ? method : text;
}
