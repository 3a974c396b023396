-- DEV-08, UDS-04: when each stage of an upgrade and of a flash began, for the chart of stages.
alter table firmware_rollout_devices add column stages jsonb not null default '[]';
alter table flash_runs add column stages jsonb not null default '[]';

-- At most 60 are kept: some tries.
create function add_stage(stages jsonb, name text) returns jsonb language sql as $$
  select case when jsonb_array_length(stages) >= 60 then stages - 0 else stages end
    || jsonb_build_array(jsonb_build_array(name, (extract(epoch from clock_timestamp()) * 1000)::bigint));
$$;

create function note_device_stage() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and new.state <> 'asked' then
    new.stages := add_stage(old.stages, new.state);
  end if;
  return new;
end;
$$;
create trigger firmware_rollout_devices_stage before update of state on firmware_rollout_devices
  for each row execute function note_device_stage();

create function note_flash_stage() returns trigger language plpgsql as $$
begin
  if new.stage is distinct from old.stage and new.stage is not null then
    new.stages := add_stage(old.stages, new.stage);
  end if;
  return new;
end;
$$;
create trigger flash_runs_stage before update of stage on flash_runs
  for each row execute function note_flash_stage();
