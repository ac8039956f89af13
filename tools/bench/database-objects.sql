-- 1,000 tables with 10 indexes and 10 policies each, and 10,000 functions. In several transactions,
-- because each table and index holds a lock until its end.
create schema many;

do $$
begin
  for t in 1..1000 loop
    execute format('create table many.table_%s (id int, owner text, a int, b int)', t);
    execute format('alter table many.table_%s enable row level security', t);
    for i in 1..10 loop
      execute format('create index table_%s_index_%s on many.table_%1$s (a, b) where id > %2$s', t, i);
      execute format(
        'create policy policy_%s on many.table_%s using (owner = current_user and id > %1$s)', i, t
      );
    end loop;
    if t % 50 = 0 then commit; end if;
  end loop;
  for f in 1..10000 loop
    execute format(
      'create function many.function_%s(amount int, label text default ''x'') returns int
       language sql stable as ''select amount + %1$s''', f
    );
  end loop;
end
$$;

-- Schemas to draw: a fifth of the tables has no key, the others refer to one or two others.
do $$
declare
  place text;
  size int;
  other int;
begin
  foreach size in array array[300, 1000] loop
    place := format('drawn_%s', size);
    execute format('create schema %I', place);
    for t in 1..size loop
      execute format(
        'create table %I.table_%s (id int primary key, name text not null, note text, amount numeric(10, 2),
          state text, first_id int, second_id int, created_at timestamptz)', place, t
      );
      continue when t % 5 = 0 or t = 1;
      other := greatest(t / 4, 1);
      execute format('alter table %I.table_%s add foreign key (first_id) references %1$I.table_%3$s', place, t,
        case when other % 5 = 0 then other + 1 else other end);
      if t % 3 = 0 then
        other := greatest(t / 9, 1);
        execute format('alter table %I.table_%s add foreign key (second_id) references %1$I.table_%3$s', place, t,
          case when other % 5 = 0 then other + 1 else other end);
      end if;
      if t % 50 = 0 then commit; end if;
    end loop;
    commit;
  end loop;
end
$$;

vacuum analyze
