import { NRC_CONDITIONS_NOT_CORRECT } from "../negative-response.ts";
import { communicationControl } from "../services/communication-control.ts";
import { controlDtcSetting, DTC_SETTING_ON } from "../services/control-dtc-setting.ts";
import {
  diagnosticSessionControl,
  SESSION_DEFAULT,
  SESSION_EXTENDED,
  SESSION_PROGRAMMING,
  type SessionTiming,
} from "../services/diagnostic-session-control.ts";
import { ecuReset } from "../services/ecu-reset.ts";
import { testerPresent } from "../services/tester-present.ts";
import { type BoundHandler, negative, positive, serve } from "./handler.ts";
import { enterSession, resetState } from "./state.ts";

export interface StandardOptions {
  timing: SessionTiming;
  sessions?: readonly number[];
  /** May the ECU enter this session now? Absent: yes. */
  mayEnter?: (session: number) => boolean;
  onReset?: () => void;
}

/** Sessions, reset, communication, DTC setting and tester present: the same in every ECU. */
export function standardHandlers(options: StandardOptions): BoundHandler[] {
  const sessions = options.sessions ?? [SESSION_DEFAULT, SESSION_PROGRAMMING, SESSION_EXTENDED];
  const nonDefault = sessions.filter((session) => session !== SESSION_DEFAULT);
  return [
    serve(diagnosticSessionControl, {
      subFunctions: sessions,
      handle({ session }, { state }) {
        if (options.mayEnter && !options.mayEnter(session)) return negative(NRC_CONDITIONS_NOT_CORRECT);
        enterSession(state, session);
        return positive({ session, timing: options.timing });
      },
    }),
    serve(ecuReset, {
      subFunctions: [1, 2, 3],
      handle({ resetType }, { state }) {
        resetState(state);
        options.onReset?.();
        return positive({ resetType, powerDownTimeS: null });
      },
    }),
    serve(communicationControl, {
      sessions: nonDefault,
      subFunctions: [0, 1, 2, 3],
      handle({ controlType }, { state }) {
        state.communication = controlType;
        return positive({ controlType });
      },
    }),
    serve(controlDtcSetting, {
      sessions: nonDefault,
      subFunctions: [1, 2],
      handle({ settingType }, { state }) {
        state.dtcSettingOn = settingType === DTC_SETTING_ON;
        return positive({ settingType });
      },
    }),
    serve(testerPresent, { subFunctions: [0], handle: () => positive({}) }),
  ];
}
