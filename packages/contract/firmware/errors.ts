import { defineErrors } from "../platform/errors.ts";

/** DEV-08: images and the keys that sign them. */
export const firmwareErrors = defineErrors("firmware", {
  keyInvalid: { status: 400, zh: "不是 Ed25519 公钥", en: "Not an Ed25519 public key" },
  keyNameTaken: { status: 409, zh: "已有同名密钥", en: "A key of this name exists" },
  keyInUse: {
    status: 409,
    zh: "密钥正被固件 {versions} 使用，无法删除",
    en: "The key is used by {versions} and cannot be deleted",
  },
  tooManyKeys: { status: 403, zh: "最多 {limit} 个密钥", en: "At most {limit} keys" },
  versionTaken: { status: 409, zh: "已有此版本的固件", en: "An image of this version exists" },
  baseEmpty: {
    status: 400,
    zh: "请填写差分包的基础版本",
    en: "Enter the version that the differential package starts from",
  },
  baseSame: {
    status: 400,
    zh: "基础版本与新版本相同",
    en: "The differential package starts from the new version itself",
  },
  tooManyImages: { status: 403, zh: "最多保存 {limit} 个固件", en: "At most {limit} images are kept" },
  wrongOffset: { status: 409, zh: "请从第 {received} 字节继续上传", en: "Go on with byte {received}" },
  wrongHash: {
    status: 422,
    zh: "文件校验失败（SHA-256 不一致），请重新上传",
    en: "The content does not match its SHA-256: send it again",
  },
  wrongSignature: {
    status: 422,
    zh: "签名与所选密钥不符，固件未保存",
    en: "The signature does not belong to this image and key: nothing was kept",
  },
  diskFull: {
    status: 503,
    zh: "服务器磁盘空间不足，请联系系统管理员",
    en: "The server's disk is nearly full: tell the operator",
  },
  imageDamaged: { status: 500, zh: "固件内容已丢失或损坏", en: "The content of the image is lost or damaged" },
  imageInUse: {
    status: 409,
    zh: "固件正在升级任务中使用，无法删除",
    en: "The image is part of a rollout and cannot be deleted",
  },
  linkInvalid: { status: 404, zh: "下载地址无效或已过期", en: "The link is not valid or has expired" },
});
