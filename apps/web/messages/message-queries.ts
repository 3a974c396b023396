import {
  listMessages,
  MESSAGE_PAGE_SIZE,
  MESSAGE_POLL_MS,
  READ_STATUS,
  REMINDER,
  type UserMessage,
  updateMessage,
  userNotice,
} from "@canopy/contract/messages/messages";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { translate } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";

export interface Reader {
  readonly tenantId: string;
  readonly userId: string;
}

export type Shown = "unread" | "all";

interface Page {
  readonly list: UserMessage[];
  readonly pagination: { readonly current_page: number; readonly page_size: number; readonly total_size: number };
}

export const MESSAGES_KEY = [listMessages.name] as const;
export const NOTICES_KEY = [userNotice.name] as const;

/** MSG-01: pages of ten, newest first; read again every minute, and at once after a notice. */
export const messagesQuery = ({ tenantId, userId }: Reader, shown: Shown) =>
  infiniteQueryOptions({
    queryKey: [...MESSAGES_KEY, userId, shown],
    queryFn: ({ signal, pageParam }): Promise<Page> =>
      api(
        listMessages,
        {
          params: { tenant_id: tenantId, user_id: userId },
          query: { read_status: READ_STATUS[shown], current_page: pageParam, page_size: MESSAGE_PAGE_SIZE },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { current_page, page_size, total_size } }) =>
      current_page * page_size < total_size ? current_page + 1 : undefined,
    refetchInterval: MESSAGE_POLL_MS,
  });

/** MSG-02: those that open by themselves, however many others are newer; oldest last. */
export const dialogsQuery = ({ tenantId, userId }: Reader) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, userId, "dialogs"],
    queryFn: ({ signal }) => {
      const query = { read_status: READ_STATUS.unread, reminder_mode: REMINDER.dialog, page_size: MESSAGE_PAGE_SIZE };
      return api(listMessages, { params: { tenant_id: tenantId, user_id: userId }, query }, { signal });
    },
    refetchInterval: MESSAGE_POLL_MS,
  });

export const noticesQuery = ({ userId }: Reader) =>
  queryOptions({
    queryKey: [...NOTICES_KEY, userId],
    queryFn: ({ signal }) => api(userNotice, { query: { user_id: userId, currentTime: Date.now() } }, { signal }),
    refetchInterval: MESSAGE_POLL_MS,
  });

interface Mark {
  /** Undefined: all messages. */
  readonly id?: string;
  readonly as: "read" | "deleted";
}

const NOT_DONE = { read: "messages.bell.notRead", deleted: "messages.bell.notDeleted" } as const;

/** Shown at once; after a failure the server's state is read again. Of a single one the list says enough. */
export function useMarkMessages({ tenantId, userId }: Reader) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, as }: Mark) =>
      api(updateMessage, {
        params: { tenant_id: tenantId, user_id: userId },
        body: { read_status: READ_STATUS[as], ...(id === undefined ? { update_all: true } : { user_message_id: id }) },
      }),
    onMutate: (mark) => showMarked(client, userId, mark),
    onError: (problem, { id, as }) => {
      if (id !== undefined) return;
      addNote({ tone: "ordinary", text: translate(NOT_DONE[as], { why: troubleOf(problem).text }) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: MESSAGES_KEY }),
  });
}

function showMarked(client: QueryClient, userId: string, mark: Mark): void {
  for (const shown of ["unread", "all"] as const)
    client.setQueryData<InfiniteData<Page, number>>([...MESSAGES_KEY, userId, shown], (old) => {
      return old && { ...old, pages: old.pages.map((page) => markedPage(page, mark, shown)) };
    });
}

/** A page after these messages were read or deleted. */
export function markedPage({ list, pagination }: Page, { id, as }: Mark, shown: Shown): Page {
  const isMeant = (message: UserMessage) => id === undefined || message.id === id;
  if (shown === "all" && as === "read")
    return { list: list.map((one) => (isMeant(one) ? { ...one, read_status: READ_STATUS.read } : one)), pagination };
  const left = list.filter((one) => !isMeant(one));
  const total_size = id === undefined ? 0 : pagination.total_size - (list.length - left.length);
  return { list: left, pagination: { ...pagination, total_size } };
}
