-- OPS-02: the installation that has this server in its list, so that no other one writes to it. Set at the first start.
alter table frame_server add column installation uuid;
