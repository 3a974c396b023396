import { READ_STATUS, REMINDER, type UserMessage } from "@canopy/contract/messages/messages";
import { describe, expect, it } from "vitest";
import { markedPage } from "./message-queries.ts";

const message = (id: string): UserMessage => ({
  id,
  messageTitle: id,
  messageContent: "",
  messageType: "system",
  send_time: 0,
  read_status: READ_STATUS.unread,
  reminderMode: REMINDER.icon,
  link: null,
});
const page = { list: [message("a"), message("b")], pagination: { current_page: 1, page_size: 10, total_size: 12 } };

describe("a page of the bell", () => {
  it("loses a read message from the unread ones and keeps it among all [MSG-01]", () => {
    const unread = markedPage(page, { id: "a", as: "read" }, "unread");
    expect(unread.list.map(({ id }) => id)).toEqual(["b"]);
    expect(unread.pagination.total_size).toBe(11);
    const all = markedPage(page, { id: "a", as: "read" }, "all");
    expect(all.list.map(({ read_status }) => read_status)).toEqual([READ_STATUS.read, READ_STATUS.unread]);
    expect(all.pagination.total_size).toBe(12);
  });

  it("is empty when all are deleted [MSG-01]", () => {
    expect(markedPage(page, { as: "deleted" }, "all")).toEqual({
      list: [],
      pagination: { current_page: 1, page_size: 10, total_size: 0 },
    });
  });
});
