/** Where limits are shown and more is asked for. */
export const CAPACITY_PATH = "/Container/UserManager/PersonalCenter";
