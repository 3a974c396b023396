import { z } from "zod";
import { bytesBody, endpoint, RATE } from "../platform/endpoint.ts";
import { imageErrors } from "../platform/image-errors.ts";
import { IMAGE_MAX_BYTES } from "../platform/images.ts";
import { idOf } from "../platform/resource.ts";
import { orderErrors } from "./errors.ts";

/** Of one person, not yet part of an order or a remark; they go after a day. */
export const MOST_LOOSE_PICTURES = 30;
export const LOOSE_PICTURE_MS = 24 * 3_600_000;

const common = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;

/** ACC-15: by content. What is sent with an order or a remark is sent before it, one by one. */
export const sendOrderPicture = endpoint({
  ...common,
  name: "orders.sendPicture",
  method: "POST",
  path: "/work-order-pictures",
  summary: { zh: "上传工单图片", en: "Send a picture of a work order" },
  bodyLimit: 2 * IMAGE_MAX_BYTES,
  body: bytesBody,
  reply: z.object({ picture_id: z.string() }),
  errors: [imageErrors.imageFormat, imageErrors.imageTooLarge, orderErrors.tooManyPictures],
});

export const getOrderPicture = endpoint({
  ...common,
  name: "orders.getPicture",
  method: "GET",
  path: "/work-order-pictures/{picture_id}",
  summary: { zh: "工单图片", en: "A picture of a work order" },
  params: z.object({ picture_id: idOf("workOrderPicture") }),
  /** As `data:` text. */
  reply: z.object({ picture: z.string() }),
});
