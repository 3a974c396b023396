import { pathOf } from "./ftp-file-commands.ts";
import { factLine, listLine } from "./ftp-listing.ts";
import { type FtpData, type FtpEntry, FtpRefusal, type FtpUpload, type WriteMode } from "./ftp-ports.ts";
import type { FtpCommand, FtpContext } from "./ftp-session-types.ts";

const needsPassive = () => new FtpRefusal(425, "PASV or EPSV first");
const cut = () => new FtpRefusal(426, "The data connection was cut");

/** The work with one data connection, and its end, whatever happens. */
async function withData(context: FtpContext, work: (data: FtpData) => Promise<void>): Promise<void> {
  const { line, state } = context;
  state.hasPassive = false;
  line.reply(150, "Data follows");
  let data: FtpData;
  try {
    data = await line.accept(state.isProtected);
  } catch {
    throw new FtpRefusal(425, "There was no data connection");
  }
  try {
    await work(data);
    line.reply(226, "Done");
  } finally {
    data.destroy();
  }
}

async function sendText(context: FtpContext, lines: readonly string[]): Promise<void> {
  await withData(context, async (data) => {
    try {
      if (lines.length > 0) await data.send(Buffer.from(`${lines.join("\r\n")}\r\n`));
      await data.end();
    } catch {
      throw cut();
    }
  });
}

function listing(lineOf: (entry: FtpEntry, nowMs: number) => string): FtpCommand {
  return async (context, argument) => {
    if (!context.state.hasPassive) throw needsPassive();
    // Options of `ls`, which some clients send along.
    const named = argument.replace(/^-\S*\s*/, "");
    const path = named === "" ? context.state.current : pathOf(context, named);
    const entries = await context.folder.list(path);
    const file = entries === undefined ? await context.folder.find(path) : undefined;
    if (entries === undefined && file === undefined) throw new FtpRefusal(550, "There is none");
    const nowMs = context.now();
    await sendText(
      context,
      (entries ?? (file ? [file] : [])).map((entry) => lineOf(entry, nowMs)),
    );
  };
}

async function store(context: FtpContext, argument: string, mode: WriteMode): Promise<void> {
  if (!context.state.hasPassive) throw needsPassive();
  const upload = await context.folder.write(pathOf(context, argument), mode);
  if (upload === undefined) throw new FtpRefusal(554, "It does not have so many bytes");
  let isOver = false;
  try {
    await withData(context, async (data) => {
      await take(data, upload);
      await upload.finish();
      isOver = true;
    });
  } finally {
    if (!isOver) await upload.cut();
  }
}

async function take(data: FtpData, upload: FtpUpload): Promise<void> {
  const source = data.incoming[Symbol.asyncIterator]();
  for (;;) {
    const next = await source.next().catch(() => {
      throw cut();
    });
    if (next.done) return;
    await upload.take(next.value);
  }
}

/** FIL-03: commands with a data connection, which always comes from the client. */
export const TRANSFER_COMMANDS: Readonly<Record<string, FtpCommand>> = {
  PASV: async ({ line, state }) => {
    if (line.ipv4 === undefined) throw new FtpRefusal(522, "EPSV alone");
    const port = await line.openPassive();
    state.hasPassive = true;
    line.reply(227, `Passive (${line.ipv4.replaceAll(".", ",")},${port >> 8},${port & 255})`);
  },
  EPSV: async ({ line, state }, argument) => {
    if (argument.toUpperCase() === "ALL") {
      line.reply(200, "EPSV alone");
      return;
    }
    const port = await line.openPassive();
    state.hasPassive = true;
    line.reply(229, `Passive (|||${port}|)`);
  },
  LIST: listing(listLine),
  NLST: listing(({ name }) => name),
  MLSD: listing(factLine),
  MLST: async (context, argument) => {
    const path = argument === "" ? context.state.current : pathOf(context, argument);
    const found = await context.folder.find(path);
    const entry = found ?? ((await context.folder.isFolder(path)) ? folderEntry(path.at(-1) ?? "/") : undefined);
    if (entry === undefined) throw new FtpRefusal(550, "There is none");
    context.line.replyLines(250, "Facts", [` ${factLine(entry)}`], "End");
  },
  RETR: async (context, argument) => {
    if (!context.state.hasPassive) throw needsPassive();
    const source = await context.folder.read(pathOf(context, argument), context.state.restAt);
    if (source === undefined) throw new FtpRefusal(550, "There is none");
    await withData(context, async (data) => {
      for await (const bytes of source)
        await data.send(bytes).catch(() => {
          throw cut();
        });
      await data.end();
    });
  },
  STOR: (context, argument) => {
    const { restAt } = context.state;
    return store(context, argument, restAt === 0 ? { kind: "new" } : { kind: "at", offset: restAt });
  },
  APPE: (context, argument) => store(context, argument, { kind: "append" }),
};

const folderEntry = (name: string): FtpEntry => ({ name, isFolder: true, size: 0, changedMs: 0 });
