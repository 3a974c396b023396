import { defineErrors } from "../platform/errors.ts";

export const vehicleErrors = defineErrors("devices", {
  vinFormat: {
    status: 400,
    zh: "VIN 为 5-17 位大写字母和数字，不含 I、O、Q",
    en: "A VIN has 5-17 letters and digits, without I, O and Q",
  },
  plateLength: { status: 400, zh: "车牌最多 16 个字符", en: "A plate has at most 16 characters" },
  vehicleNameTaken: { status: 409, zh: "已有同名车辆", en: "A vehicle of this name exists" },
  vinTaken: { status: 409, zh: "已有此 VIN 的车辆", en: "A vehicle with this VIN exists" },
  channelsRepeat: { status: 400, zh: "同一通道被选择了两次", en: "A channel was chosen twice" },
  /** A channel belongs to one vehicle at a time. */
  channelTaken: {
    status: 409,
    zh: "设备 {device} 的通道 {channel} 已绑定到车辆 {vehicle}",
    en: "Channel {channel} of device {device} is bound to vehicle {vehicle}",
  },
  vehicleLimit: { status: 409, zh: "车辆数量已达上限（{limit}）", en: "No more vehicles (limit {limit})" },
  vehicleInUse: {
    status: 409,
    zh: "该车辆仍绑定着 {count} 个通道",
    en: "This vehicle still has {count} channels bound to it",
  },
});
