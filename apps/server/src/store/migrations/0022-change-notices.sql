-- Other servers on this database cache who is calling and what they may do. A statement that may
-- change that notifies them when its transaction commits. The tables left out are `quietTables`
-- in store/writes.ts; a later migration adds the trigger to each table that it creates.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('basalt_changes', '');
  return null;
end $$;

do $$
declare
  changed regclass;
begin
  for changed in
    select oid from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname <> all (array[
        'audit_chains', 'audit_log', 'egress_counters', 'home_blocks', 'meter_state', 'migrations',
        'query_runs', 'shown_notices', 'snippet_favourites', 'snippet_versions', 'snippets',
        'usage_hours'])
  loop
    execute format(
      'create trigger notify_change after insert or update or delete or truncate on %s '
      'for each statement execute function notify_change()', changed);
  end loop;
end $$;
