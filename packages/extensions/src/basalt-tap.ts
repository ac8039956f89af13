import type { OwnExtension } from './own-extension.ts'

/**
 * Functions that run tests written for pgTAP, as far as tests of policies need them. Counters are
 * settings of the transaction, so every role can run tests and nothing is stored.
 *
 * Source of names, arguments and output: the documentation of pgTAP 1.3 and the Test Anything
 * Protocol. Unlike pgTAP, rows are compared by their text, so `1::int` equals `1::bigint`.
 */
const functions = /* SQL */ `
create function _count(_name text, _by int) returns int
language plpgsql volatile as $$
declare
  total int := coalesce(nullif(current_setting('basalt_tap.' || _name, true), ''), '0')::int + _by;
begin
  perform set_config('basalt_tap.' || _name, total::text, true);
  return total;
end $$;

create function _rows(_sql text) returns text[]
language plpgsql volatile as $$
declare
  one record;
  found_rows text[] := '{}';
begin
  for one in execute _sql loop
    found_rows := found_rows || one::text;
  end loop;
  return found_rows;
end $$;

create function _sorted(_rows text[]) returns text[]
language sql immutable
return (select coalesce(array_agg(r order by r collate "C"), '{}') from unnest(_rows) as r);

create function diag(_message text) returns text
language sql immutable
return '# ' || replace(_message, chr(10), chr(10) || '# ');

create function plan(_tests int) returns setof text
language plpgsql volatile as $$
begin
  perform set_config('basalt_tap.plan', _tests::text, true);
  perform set_config('basalt_tap.run', '0', true);
  perform set_config('basalt_tap.failed', '0', true);
  return next '1..' || _tests;
end $$;

create function no_plan() returns setof boolean
language plpgsql volatile as $$
begin
  perform set_config('basalt_tap.plan', '', true);
  perform set_config('basalt_tap.run', '0', true);
  perform set_config('basalt_tap.failed', '0', true);
end $$;

create function ok(_passes boolean, _description text default '') returns text
language plpgsql volatile as $$
declare
  number int := @extschema@._count('run', 1);
  passes boolean := coalesce(_passes, false);
begin
  if not passes then perform @extschema@._count('failed', 1); end if;
  return case when passes then 'ok ' else 'not ok ' end || number
    || case when _description = '' then '' else ' - ' || replace(_description, chr(10), ' ') end;
end $$;

create function pass(_description text default '') returns text
language sql volatile as $$ select @extschema@.ok(true, _description) $$;

create function fail(_description text default '') returns text
language sql volatile as $$ select @extschema@.ok(false, _description) $$;

create function _compared(_passes boolean, _description text, _have text, _want text) returns text
language sql volatile as $$
  select @extschema@.ok(_passes, _description) || case when _passes then '' else
    chr(10) || @extschema@.diag('have: ' || coalesce(_have, 'NULL'))
    || chr(10) || @extschema@.diag('want: ' || coalesce(_want, 'NULL')) end
$$;

create function "is"(_have anyelement, _want anyelement, _description text default '') returns text
language sql volatile as $$
  select @extschema@._compared(
    _have is not distinct from _want, _description, _have::text, _want::text)
$$;

create function isnt(_have anyelement, _not anyelement, _description text default '') returns text
language sql volatile as $$
  select @extschema@._compared(
    _have is distinct from _not, _description, _have::text, 'anything else')
$$;

create function results_eq(_have text, _want text, _description text default '') returns text
language plpgsql volatile as $$
declare
  have text[] := @extschema@._rows(_have);
  want text[] := @extschema@._rows(_want);
begin
  return @extschema@._compared(have = want, _description, have::text, want::text);
end $$;

create function bag_eq(_have text, _want text, _description text default '') returns text
language plpgsql volatile as $$
declare
  have text[] := @extschema@._sorted(@extschema@._rows(_have));
  want text[] := @extschema@._sorted(@extschema@._rows(_want));
begin
  return @extschema@._compared(have = want, _description, have::text, want::text);
end $$;

create function set_eq(_have text, _want text, _description text default '') returns text
language plpgsql volatile as $$
declare
  have text[] := array(select distinct r from unnest(@extschema@._rows(_have)) r order by 1);
  want text[] := array(select distinct r from unnest(@extschema@._rows(_want)) r order by 1);
begin
  return @extschema@._compared(have = want, _description, have::text, want::text);
end $$;

create function is_empty(_sql text, _description text default '') returns text
language plpgsql volatile as $$
declare
  have text[] := @extschema@._rows(_sql);
begin
  return @extschema@._compared(have = '{}', _description, have::text, 'no rows');
end $$;

create function isnt_empty(_sql text, _description text default '') returns text
language plpgsql volatile as $$
declare
  have text[] := @extschema@._rows(_sql);
begin
  return @extschema@._compared(have <> '{}', _description, 'no rows', 'rows');
end $$;

create function lives_ok(_sql text, _description text default '') returns text
language plpgsql volatile as $$
begin
  execute _sql;
  return @extschema@.ok(true, _description);
exception when others then
  return @extschema@._compared(false, _description, sqlstate || ': ' || sqlerrm, 'no error');
end $$;

create function throws_ok(
  _sql text, _code text default null, _message text default null, _description text default ''
) returns text
language plpgsql volatile as $$
begin
  begin
    execute _sql;
  exception when others then
    return @extschema@._compared(
      (_code is null or _code = sqlstate) and (_message is null or _message = sqlerrm),
      _description, sqlstate || ': ' || sqlerrm,
      coalesce(_code, 'any error') || coalesce(': ' || _message, ''));
  end;
  return @extschema@._compared(false, _description, 'no error', coalesce(_code, 'an error'));
end $$;

create function policies_are(
  _schema name, _table name, _policies name[], _description text default ''
) returns text
language plpgsql volatile as $$
declare
  have text[] := array(
    select policyname::text from pg_catalog.pg_policies
    where schemaname = _schema and tablename = _table order by policyname collate "C"
  );
  want text[] := array(select one::text from unnest(_policies) one order by one::text collate "C");
begin
  return @extschema@._compared(have = want, _description, have::text, want::text);
end $$;

create function finish() returns setof text
language plpgsql volatile as $$
declare
  planned text := nullif(current_setting('basalt_tap.plan', true), '');
  run int := @extschema@._count('run', 0);
  failed int := @extschema@._count('failed', 0);
begin
  if planned is null then return next '1..' || run;
  elsif planned::int <> run then
    return next @extschema@.diag(format('%s tests were planned, but %s were run', planned, run));
  end if;
  if failed > 0 then
    return next @extschema@.diag(format('%s of %s tests failed', failed, run));
  end if;
end $$;
`

export const basaltTap: OwnExtension = {
  name: 'basalt_tap',
  version: '1.0',
  comment: 'tests in the syntax of pgTAP',
  schema: null,
  requires: [],
  dumped: [],
  sql: functions,
}
