// The words of the test manager, from the texts that the page shows.
import { en as enBar } from "../../apps/web/frames/time-bar/time-bar-texts.en.ts";
import { zh as zhBar } from "../../apps/web/frames/time-bar/time-bar-texts.zh.ts";
import { en as enScripts } from "../../apps/web/tests/scripts/script-texts.en.ts";
import { zh as zhScripts } from "../../apps/web/tests/scripts/script-texts.zh.ts";
import { en as enTests } from "../../apps/web/tests/texts.en.ts";
import { zh as zhTests } from "../../apps/web/tests/texts.zh.ts";
import { en as enUi } from "../../apps/web/ui/texts.en.ts";
import { zh as zhUi } from "../../apps/web/ui/texts.zh.ts";

export const zh = { ...zhUi, ...zhBar, ...zhTests, ...zhScripts, taken: /例程名已存在/ };
export const en = { ...enUi, ...enBar, ...enTests, ...enScripts, taken: /Routine name exists/ };
