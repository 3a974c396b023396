import { expect, it } from "vitest";
import { IMAGE_MAX_BYTES, imageTypeOf, pictureText } from "./images.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it.each([
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"],
  ["RIFF\x00\x00\x00\x00WAVE", undefined],
  ["GIF88a", undefined],
  ["<svg xmlns=", undefined],
  ["", undefined],
])("%j is %s by its content [ACC-15]", (head, type) => {
  expect(imageTypeOf(bytesOf(head))).toBe(type);
});

it("a picture has 2,097,152 bytes and not one more [ACC-15]", () => {
  const text = (bytes: number) => {
    const picture = Buffer.alloc(bytes);
    picture.write("\x89PNG\r\n\x1a\n", "latin1");
    return `data:image/png;base64,${picture.toString("base64")}`;
  };
  expect(pictureText.safeParse(text(IMAGE_MAX_BYTES)).success).toBe(true);
  expect(pictureText.safeParse(text(IMAGE_MAX_BYTES + 1)).error?.issues[0]?.message).toBe("platform.imageTooLarge");
});
