import { timeVal } from "./ftp-listing.ts";
import { type FtpPath, resolvePath, shown } from "./ftp-path.ts";
import { FtpRefusal } from "./ftp-ports.ts";
import type { FtpCommand, FtpContext } from "./ftp-session-types.ts";

/** RFC 959: quotes inside a quoted name are doubled. */
const quoted = (path: FtpPath) => `"${shown(path).replaceAll('"', '""')}"`;

export function pathOf({ state }: FtpContext, argument: string): FtpPath {
  const path = argument === "" ? undefined : resolvePath(state.current, argument);
  if (path === undefined) throw new FtpRefusal(553, "This is no name");
  return path;
}

const missing = () => new FtpRefusal(550, "There is none");

async function enter({ folder, line, state }: FtpContext, path: FtpPath): Promise<void> {
  if (!(await folder.isFolder(path))) throw missing();
  state.current = path;
  line.reply(250, `${shown(path)} is current`);
}

/** Commands about names; those with data are in `ftp-transfer-commands.ts`. */
export const FILE_COMMANDS: Readonly<Record<string, FtpCommand>> = {
  PWD: ({ line, state }) => line.reply(257, `${quoted(state.current)} is current`),
  XPWD: (context) => FILE_COMMANDS.PWD?.(context, ""),
  CWD: (context, argument) => enter(context, pathOf(context, argument)),
  CDUP: (context) => enter(context, context.state.current.slice(0, -1)),
  MKD: async (context, argument) => {
    const path = pathOf(context, argument);
    if (!(await context.folder.makeFolder(path))) throw new FtpRefusal(550, "It is there already");
    context.line.reply(257, `${quoted(path)} was made`);
  },
  RMD: async (context, argument) => {
    if (!(await context.folder.removeFolder(pathOf(context, argument))))
      throw new FtpRefusal(550, "There is none, or it has files");
    context.line.reply(250, "Removed");
  },
  DELE: async (context, argument) => {
    if (!(await context.folder.remove(pathOf(context, argument)))) throw missing();
    context.line.reply(250, "Deleted");
  },
  RNFR: async (context, argument) => {
    const path = pathOf(context, argument);
    if ((await context.folder.find(path)) === undefined) throw missing();
    context.state.renameFrom = path;
    context.line.reply(350, "RNTO next");
  },
  RNTO: async (context, argument) => {
    const { renameFrom } = context.state;
    if (renameFrom === undefined) throw new FtpRefusal(503, "RNFR first");
    if (!(await context.folder.rename(renameFrom, pathOf(context, argument))))
      throw new FtpRefusal(553, "There is one of this name");
    context.line.reply(250, "Renamed");
  },
  SIZE: async (context, argument) => {
    const file = await context.folder.find(pathOf(context, argument));
    if (file === undefined || file.isFolder) throw missing();
    context.line.reply(213, String(file.size));
  },
  MDTM: async (context, argument) => {
    const file = await context.folder.find(pathOf(context, argument));
    if (file === undefined || file.isFolder) throw missing();
    context.line.reply(213, timeVal(file.changedMs));
  },
  TYPE: ({ line }, argument) => {
    // Text is sent as it is too: nobody's line ends are changed.
    if (!/^([AI]|A N|L 8)$/i.test(argument)) throw new FtpRefusal(504, "A or I");
    line.reply(200, `TYPE ${argument.toUpperCase()}`);
  },
  MODE: ({ line }, argument) => {
    if (argument.toUpperCase() !== "S") throw new FtpRefusal(504, "S alone");
    line.reply(200, "MODE S");
  },
  STRU: ({ line }, argument) => {
    if (argument.toUpperCase() !== "F") throw new FtpRefusal(504, "F alone");
    line.reply(200, "STRU F");
  },
  ALLO: ({ line }) => line.reply(202, "Not needed"),
  ABOR: ({ line }) => line.reply(226, "Nothing is under way"),
  REST: ({ line, state }, argument) => {
    if (!/^\d{1,15}$/.test(argument)) throw new FtpRefusal(501, "A number of bytes");
    state.restAt = Number(argument);
    line.reply(350, `At ${argument}`);
  },
};
