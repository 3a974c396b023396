-- STA-05: pictures of a panel by widget, beside the widgets: its data is read every few seconds, they are not.
alter table dashboards add column pictures jsonb not null default '{}';
