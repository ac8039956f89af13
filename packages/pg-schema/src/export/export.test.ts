import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { findKey, listColumns } from '@basalt/pg-catalog'
import { exportRows } from '@basalt/pg-rows'
import { splitStatements } from '@basalt/pg-sql'
import { dataDirectory, type TemporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listExportable } from './sizes.ts'
import { exportSql } from './sql.ts'

let folder: TemporaryFolder
let engine: ProjectEngine
let shop: ProjectDatabase
let copy: ProjectDatabase

const ownerPassword = 'plain-otter-Velvet-41-quarry'

/** Everything that people make, with names and values that have to be quoted. */
const created = `
create schema "odd ""schema";
create type mood as enum ('sad', 'it''s fine', 'a\\b');
create domain cents as int default 0 not null check (value >= 0);
create type place as (street text, number int);
create type span as range (subtype = numeric);
create sequence tickets start with 7 increment by 3;
create function double(n int) returns int language sql immutable as 'select n * 2';
create table people (
  id bigint generated always as identity (start with 100) primary key,
  "Full ""Name" text not null collate "C",
  mood mood default 'sad',
  home place,
  price cents,
  doubled int generated always as (double(3)) stored,
  seen span,
  ticket int default nextval('tickets'),
  constraint named check (length("Full ""Name") < 100)
);
create table "odd ""schema"."Order; lines" (
  person bigint references people on delete cascade,
  n serial,
  at timestamptz default now(),
  amount numeric(12, 4),
  exact float8,
  raw bytea,
  doc jsonb,
  words text[],
  took interval,
  unique (person, n)
);
create table parent_later (id int primary key);
create table child_first (id int primary key, parent int references parent_later);
alter table parent_later add column child int references child_first;
create table events (id int, at date not null, primary key (id, at)) partition by range (at);
create table events_2025 partition of events for values from ('2025-01-01') to ('2026-01-01');
create table events_rest partition of events default;
create index on events (at);
create table animals (name text);
create table dogs (breed text) inherits (animals);
create function people_of(m mood) returns setof people language sql stable as 'select * from public.people where mood = m';
create function stamp() returns trigger language plpgsql as $body$ begin new.at := now(); return new; end; -- ; $body$;
create trigger stamp before update on "odd ""schema"."Order; lines" for each row execute function stamp();
create view cheap with (security_invoker = true) as select id, price from people where price < 10;
create view cheapest as select min(price) from cheap;
create materialized view moods as select mood, count(*) as people from people group by mood;
create unique index on moods (mood);
create index lower_names on people (lower("Full ""Name")) where price > 0;
alter table people enable row level security;
alter table people force row level security;
create policy "see all" on people for select using (true);
create policy own on people as restrictive for update to public using (id > 0) with check (price > 0);
comment on table people is 'Who buys; it''s them';
comment on column people.mood is 'How they are';
insert into people ("Full ""Name", mood, home, price, seen) values
  ('Ann; drop', 'it''s fine', row('Main "St"', 4), 3, '[1,2.5)'),
  ('', 'a\\b', null, 20, null),
  (e'line\\none\\t''two\\\\', null, row(null, null), 5, 'empty');
insert into "odd ""schema"."Order; lines" (person, at, amount, exact, raw, doc, words, took) values
  (100, '2026-02-03 04:05:06.789012+02', 12345678.1234, 0.1::float8 + 0.2::float8, '\\x00ff5c27', '{"a": [1, null, "x''y"]}', array['a,b', null, '', '"'], '1 mon -2 days 03:04:05.5'),
  (101, '-infinity', 'NaN', 'Infinity', '', 'null', '{}', '-00:00:01');
insert into parent_later values (1, null);
insert into child_first values (1, 1);
update parent_later set child = 1;
insert into events select i, date '2024-06-01' + i from generate_series(1, 1200) i;
insert into animals values ('cat');
insert into dogs values ('rex', 'mutt');
refresh materialized view moods;
`

async function run(db: ProjectDatabase, script: string) {
  const session = await db.session()
  const quiet = { onFields() {}, onRows() {}, onNotice() {} }
  try {
    for (const { text } of splitStatements(script)) {
      await session.run(text, quiet, { batchRows: 100 }).catch((cause: unknown) => {
        throw new Error(`Failed: ${text}`, { cause })
      })
    }
  } finally {
    await session.release()
  }
}

async function toText(
  work: (write: (text: string) => Promise<void>, signal: AbortSignal) => Promise<void>,
  signal = new AbortController().signal,
): Promise<string> {
  let text = ''
  await work(async (piece) => void (text += piece), signal)
  return text
}

const toSql = (db: ProjectDatabase) => toText((write, signal) => exportSql(db, { write, signal }))
const toCsv = (db: ProjectDatabase, name: string) =>
  toText((write, signal) => exportTable(db, name, { write, signal }))

type Sending = { write: (text: string) => Promise<void>; signal: AbortSignal }

async function exportTable(db: ProjectDatabase, name: string, sending: Sending) {
  const { rows } = await db.text(`select '${name}'::regclass::oid`)
  const id = Number(rows[0]?.[0])
  const [columns, key] = await Promise.all([listColumns(db, id), findKey(db, id)])
  const target = { format: 'csv' as const, view: {}, onRows: () => undefined }
  await db.snapshot((tx) =>
    exportRows(tx, { schema: 'public', name, columns, key }, { ...target, ...sending }),
  )
}

beforeAll(async () => {
  folder = await dataDirectory()
  engine = embeddedEngine({ dataDir: folder.path, secretFor: (label) => `secret-${label}` })
  for (const ref of ['shop', 'copy']) await engine.create(ref, { ownerPassword })
  shop = await engine.open('shop', 'owner')
  copy = await engine.open('copy', 'owner')
  await run(shop, created)
})
afterAll(async () => {
  await engine.shutdown()
  await engine.disconnect()
  await folder.remove()
})

describe('schema and data as SQL', () => {
  test('recreate the same database, row by row and object by object', async () => {
    const script = await toSql(shop)
    await run(copy, script)
    expect(await toSql(copy)).toBe(script)
    const tables = ['people', 'parent_later', 'child_first', 'events', 'animals', 'dogs', 'moods']
    for (const table of tables) {
      const rows = async (db: ProjectDatabase) =>
        (await db.text(`select t from public.${table} t order by t::text`)).rows
      expect([table, await rows(copy)]).toEqual([table, await rows(shop)])
    }
    const catalog = `
      select c.relname, c.relkind, c.relrowsecurity, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attidentity, pg_get_expr(d.adbin, d.adrelid)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      order by n.nspname, c.relname, a.attnum`
    expect((await copy.text(catalog)).rows).toEqual((await shop.text(catalog)).rows)
  })

  test('continue sequences where the source stopped', async () => {
    const insert = `insert into people ("Full ""Name") values ('next') returning id, ticket, doubled`
    expect((await copy.text(insert)).rows).toEqual([['103', '16', '6']])
    const line = `insert into "odd ""schema"."Order; lines" (person) values (103) returning n`
    expect((await copy.text(line)).rows).toEqual([['3']])
  })

  test('are consistent with the start of the export, despite concurrent writes', async () => {
    let text = ''
    const write = async (piece: string) => {
      if (text === '') await shop.text("insert into animals values ('late')")
      text += piece
    }
    await exportSql(shop, { write, signal: new AbortController().signal })
    expect(text).toContain("('cat')")
    expect(text).not.toContain("('late')")
    await shop.text("delete from only animals where name = 'late'")
  })

  test('are available to readers as well, with the data that they may read', async () => {
    const reader = await engine.open('shop', 'read-only')
    expect(await toSql(reader)).toBe(await toSql(shop))
  })

  test('never contain objects that the caller may not read', async () => {
    const attempt = shop.snapshot((tx) => tx.query("insert into animals values ('never')"))
    await expect(attempt).rejects.toMatchObject({ sql: { sqlstate: '25006' } })
  })
})

describe('a table as CSV', () => {
  test('has a header line, CRLF, and distinguishes NULL from an empty text', async () => {
    await run(
      shop,
      `create table csv_rows ("a,b" text, c int);
       insert into csv_rows values ('', 1), (null, 2), ('say "hi"', null), (e'two\\nlines', 4), ('\\.', 5), (' padded ', 6)`,
    )
    expect(await toCsv(shop, 'csv_rows')).toBe(
      [
        '"a,b",c',
        '"",1',
        ',2',
        '"say ""hi""",',
        '"two\nlines",4',
        String.raw`"\.",5`,
        '" padded ",6',
        '',
      ].join('\r\n'),
    )
    await shop.text('drop table csv_rows')
  })

  test('has every row once, partitions included, in batches', async () => {
    const lines = (await toCsv(shop, 'events')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1201)
    expect(new Set(lines).size).toBe(1201)
  })

  test('ends when the client disconnects', async () => {
    const controller = new AbortController()
    let pieces = 0
    const exporting = exportTable(shop, 'events', {
      write: async () => {
        pieces += 1
        if (pieces === 2) controller.abort()
      },
      signal: controller.signal,
    })
    await expect(exporting).rejects.toThrow(/abort|cancel/iu)
    expect(pieces).toBe(2)
  })
})

test('the list shows sizes, with partitions counted for their parent', async () => {
  await shop.text('analyze')
  const tables = await listExportable(shop)
  expect(tables.map(({ name }) => name)).toEqual([
    'Order; lines',
    'animals',
    'child_first',
    'dogs',
    'events',
    'moods',
    'parent_later',
    'people',
  ])
  expect(tables.find(({ name }) => name === 'events')).toMatchObject({ row_estimate: 1200 })
  for (const { size_bytes: bytes } of tables) expect(bytes).toBeGreaterThanOrEqual(8192)
})
