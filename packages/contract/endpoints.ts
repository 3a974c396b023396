import * as accessTokens from "./accounts/access-tokens.ts";
import * as firstPassword from "./accounts/first-password.ts";
import * as handOvers from "./accounts/hand-overs.ts";
import * as loginProviders from "./accounts/login-providers.ts";
import * as oidc from "./accounts/oidc.ts";
import * as operating from "./accounts/operating.ts";
import * as operationLog from "./accounts/operation-log.ts";
import * as owners from "./accounts/owners.ts";
import * as personal from "./accounts/personal.ts";
import * as registration from "./accounts/registration.ts";
import * as reviews from "./accounts/reviews.ts";
import * as secondFactor from "./accounts/second-factor.ts";
import * as self from "./accounts/self.ts";
import * as sessions from "./accounts/sessions.ts";
import * as subUsers from "./accounts/sub-users.ts";
import * as verificationCodes from "./accounts/verification-codes.ts";
import * as weixin from "./accounts/weixin.ts";
import * as alarmActionTest from "./alarms/action-test.ts";
import * as alarmDevices from "./alarms/alarm-devices.ts";
import * as alarmBackTest from "./alarms/back-test.ts";
import * as alarmEvents from "./alarms/events.ts";
import * as alarmMutes from "./alarms/mutes.ts";
import * as alarmTemplates from "./alarms/notice-templates.ts";
import * as alarmRules from "./alarms/rules.ts";
import * as alarmSearch from "./alarms/search.ts";
import * as campaigns from "./campaigns/campaigns.ts";
import * as capacity from "./capacity/capacity.ts";
import * as operatingCapacity from "./capacity/operating.ts";
import * as capacityRequests from "./capacity/requests.ts";
import * as bookmarks from "./devices/bookmarks.ts";
import * as bulkThings from "./devices/bulk-things.ts";
import * as commands from "./devices/commands.ts";
import * as deviceConfiguration from "./devices/configuration.ts";
import * as connect from "./devices/connect.ts";
import * as deviceLevels from "./devices/device-levels.ts";
import * as deviceLog from "./devices/device-log.ts";
import * as importThings from "./devices/import-things.ts";
import * as infoModels from "./devices/info-models.ts";
import * as labels from "./devices/labels.ts";
import * as licences from "./devices/licences.ts";
import * as overview from "./devices/overview.ts";
import * as rights from "./devices/rights.ts";
import * as sendingRule from "./devices/sending-rule.ts";
import * as terminalMoves from "./devices/terminal-moves.ts";
import * as things from "./devices/things.ts";
import * as transmissions from "./devices/transmissions.ts";
import * as vehicles from "./devices/vehicles.ts";
import * as busFaults from "./diagnosis/bus-faults.ts";
import * as ecuDefinitions from "./diagnosis/definitions.ts";
import * as dtcFiles from "./diagnosis/dtc-files.ts";
import * as ecus from "./diagnosis/ecus.ts";
import * as flashFlows from "./diagnosis/flashing/flows.ts";
import * as flashPackages from "./diagnosis/flashing/packages.ts";
import * as flashRuns from "./diagnosis/flashing/runs.ts";
import * as udsSequences from "./diagnosis/sequences.ts";
import * as diagnosisSessions from "./diagnosis/sessions.ts";
import * as unlockFiles from "./diagnosis/unlock-files.ts";
import * as fileAnalysis from "./files/file-analysis.ts";
import * as ftpAccount from "./files/ftp-account.ts";
import * as gaps from "./files/gaps.ts";
import * as fileInbox from "./files/inbox.ts";
import * as filePreview from "./files/preview.ts";
import * as recalls from "./files/recalls.ts";
import * as tenantFiles from "./files/tenant-files.ts";
import * as thingsFiles from "./files/things-files.ts";
import * as fileUploads from "./files/uploads.ts";
import * as firmwareImages from "./firmware/images.ts";
import * as firmwareKeys from "./firmware/keys.ts";
import * as firmwareRollouts from "./firmware/rollouts.ts";
import * as busHealth from "./frames/bus-health.ts";
import * as busTroubles from "./frames/bus-troubles.ts";
import * as candtu from "./frames/candtu.ts";
import * as commandLists from "./frames/command-lists.ts";
import * as curve from "./frames/curve.ts";
import * as dataPoints from "./frames/data-points.ts";
import * as deletion from "./frames/deletion.ts";
import * as deletionTasks from "./frames/deletion-tasks.ts";
import * as deviceMessages from "./frames/device-messages.ts";
import * as erasure from "./frames/erasure.ts";
import * as history from "./frames/history.ts";
import * as live from "./frames/live.ts";
import * as points from "./frames/points.ts";
import * as quarantine from "./frames/quarantine.ts";
import * as lakeSchedule from "./lake/schedule.ts";
import * as announcements from "./messages/announcements.ts";
import * as messages from "./messages/messages.ts";
import * as outbox from "./messages/outbox.ts";
import * as providers from "./messages/providers.ts";
import * as voiceReports from "./messages/voice-reports.ts";
import * as operatingHealth from "./operating/health.ts";
import * as outputs from "./outputs/outputs.ts";
import * as fences from "./places/fences.ts";
import * as fencesNear from "./places/fences-near.ts";
import * as fleet from "./places/fleet.ts";
import * as map from "./places/map.ts";
import * as tracks from "./places/tracks.ts";
import type { Endpoint } from "./platform/endpoint.ts";
import * as system from "./platform/system.ts";
import * as pushDeliveries from "./push/deliveries.ts";
import * as pushRules from "./push/rules.ts";
import * as attributes from "./settings/attributes.ts";
import * as configuration from "./settings/configuration.ts";
import * as dashboards from "./settings/dashboards.ts";
import * as tracking from "./settings/tracking.ts";
import * as signalBindings from "./signals/bindings.ts";
import * as computed from "./signals/computed.ts";
import * as signalCurves from "./signals/curves.ts";
import * as dbcCheck from "./signals/dbc-check.ts";
import * as dbcFiles from "./signals/dbc-files.ts";
import * as dbcUses from "./signals/dbc-uses.ts";
import * as decoded from "./signals/decoded.ts";
import * as findSignal from "./signals/find-signal.ts";
import * as layouts from "./signals/layouts.ts";
import * as samples from "./signals/samples.ts";
import * as series from "./signals/series.ts";
import * as statistics from "./signals/statistics.ts";
import * as signalStrategies from "./signals/strategies.ts";
import * as fleetStatistics from "./statistics/fleet.ts";
import * as panelFiles from "./statistics/panel-files.ts";
import * as panels from "./statistics/panels.ts";
import * as fleetSpread from "./statistics/spread.ts";
import * as testRoutines from "./tests/routines.ts";
import * as testRuns from "./tests/runs.ts";
import * as analysisScripts from "./tests/scripts.ts";
import * as downloads from "./transfers/downloads.ts";
import * as imports from "./transfers/imports.ts";
import * as orderEndpoints from "./work-orders/orders.ts";
import * as orderPictures from "./work-orders/pictures.ts";

const modules = [
  system,
  sessions,
  verificationCodes,
  self,
  handOvers,
  accessTokens,
  operationLog,
  registration,
  firstPassword,
  owners,
  reviews,
  subUsers,
  personal,
  secondFactor,
  oidc,
  weixin,
  loginProviders,
  operating,
  configuration,
  attributes,
  dashboards,
  tracking,
  announcements,
  messages,
  outbox,
  providers,
  voiceReports,
  capacity,
  operatingCapacity,
  capacityRequests,
  things,
  terminalMoves,
  licences,
  infoModels,
  labels,
  transmissions,
  sendingRule,
  vehicles,
  deviceLevels,
  rights,
  deviceLog,
  bookmarks,
  deviceConfiguration,
  importThings,
  overview,
  bulkThings,
  connect,
  commands,
  history,
  points,
  curve,
  deviceMessages,
  candtu,
  live,
  commandLists,
  dataPoints,
  busHealth,
  busTroubles,
  deletion,
  deletionTasks,
  erasure,
  quarantine,
  dbcFiles,
  dbcCheck,
  dbcUses,
  signalCurves,
  signalStrategies,
  signalBindings,
  decoded,
  layouts,
  samples,
  series,
  findSignal,
  statistics,
  computed,
  map,
  tracks,
  fleet,
  fences,
  fencesNear,
  diagnosisSessions,
  flashPackages,
  flashFlows,
  flashRuns,
  ecus,
  dtcFiles,
  unlockFiles,
  busFaults,
  ecuDefinitions,
  udsSequences,
  analysisScripts,
  testRoutines,
  testRuns,
  thingsFiles,
  tenantFiles,
  fileUploads,
  firmwareKeys,
  firmwareImages,
  firmwareRollouts,
  campaigns,
  ftpAccount,
  fileAnalysis,
  fileInbox,
  filePreview,
  recalls,
  gaps,
  downloads,
  imports,
  lakeSchedule,
  pushRules,
  pushDeliveries,
  outputs,
  operatingHealth,
  alarmActionTest,
  alarmRules,
  alarmEvents,
  alarmMutes,
  alarmTemplates,
  alarmDevices,
  alarmBackTest,
  alarmSearch,
  fleetStatistics,
  fleetSpread,
  panels,
  panelFiles,
  orderEndpoints,
  orderPictures,
];

/** Every call of the product: served, documented, permitted by name and tried by the isolation matrix. */
export const endpoints: readonly Endpoint[] = modules.flatMap((module) => Object.values(module).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;
}
