-- UDS-04: the waves of a rollout bring a package to one ECU of many vehicles.
alter table firmware_rollouts
  add column payload text not null default 'firmware' check (payload in ('firmware', 'ecu')),
  -- Of an ECU: which one, package, flow and channel, with their names.
  add column plan jsonb,
  add column package_id uuid references flash_packages (id) on delete set null,
  add column user_id uuid,
  add column approved_by uuid,
  add column approved_name text,
  -- Units left in boot mode that somebody has seen and gone on with.
  add column accepted_boot integer not null default 0,
  drop constraint firmware_rollouts_state_check,
  add constraint firmware_rollouts_state_check
    check (state in ('asked', 'scheduled', 'running', 'paused', 'done', 'stopped'));
create index firmware_rollouts_package on firmware_rollouts (package_id) where package_id is not null;

alter table firmware_rollout_devices
  add column run_id uuid references flash_runs (id) on delete set null,
  -- Gates that are not met, or what the ECU refused.
  add column detail text,
  drop constraint firmware_rollout_devices_state_check,
  -- gated: the vehicle does not meet a gate; it is asked again.
  add constraint firmware_rollout_devices_state_check check (state in ('waiting', 'offline', 'gated', 'asked',
    'downloading', 'verifying', 'installing', 'restarting', 'done', 'failed', 'left_out', 'cancelled'));
create index firmware_rollout_devices_run on firmware_rollout_devices (run_id) where run_id is not null;
