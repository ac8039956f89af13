import fc from 'fast-check'
import { expect, test } from 'vitest'

import { openParser } from './open-parser.ts'
import { bound, limited } from './running.ts'
import { listLines, read, listWarnings } from './testing/table.ts'
import { parseWords } from './words.ts'

test("a broken statement does not hide the others, and has the position of PostgreSQL's error", async () => {
  const script = "select 'ä😀';\nselect 😀, from t;\ndelete from orders; selec 1"
  const { statements } = await read(script)
  const marked = statements.map(({ error }) => error && script.slice(error.start, error.end))
  expect(statements.map(({ kind }) => kind)).toEqual(['SELECT', 'SELECT', 'DELETE', 'OTHER'])
  expect(marked).toEqual([undefined, 'from', undefined, 'selec'])
  expect(statements[1]?.error?.message).toBe('syntax error at or near "from"')
})

test.each([
  ['select 1 +', '+'],
  ['create table t (a int', 'int'],
  ["select 'never closed", "'never closed"],
  ['select $$ never closed', '$$ never closed'],
  ['select 1 \0 ; drop table t', '\0'],
  ['select "" from t', '""'],
])('%j has its error at %j', async (script, part) => {
  const [first] = (await read(script)).statements
  expect(script.slice(first?.error?.start, first?.error?.end)).toBe(part)
})

test('a migration script is parsed statement by statement', async () => {
  const script = `-- 0001: shops
begin;
create type status as enum ('open', 'closed'); /* ; */
create table shops (
  id bigint generated always as identity primary key,
  name text not null default 'a;b', -- ; drop table shops
  status status not null default 'open'
);
alter table shops enable row level security;
create policy own on shops for delete using (true);
create function touch() returns trigger language plpgsql as $body$
begin
  new.name := 'x;y'; -- ;
  return new;
end;
$body$;
create function total() returns int language sql begin atomic
  select 1; select case when true then 2 end;
end;
create rule r as on insert to shops do also (select 1; select 2);
comment on table shops is $c$; delete from shops;$c$;
update shops set name = upper(name);
commit;`
  const { statements } = await read(script)
  expect(statements.map(({ kind }) => kind)).toEqual([
    'BEGIN',
    'CREATE TYPE',
    'CREATE TABLE',
    'ALTER TABLE',
    'CREATE POLICY',
    'CREATE FUNCTION',
    'CREATE FUNCTION',
    'CREATE RULE',
    'COMMENT',
    'UPDATE',
    'COMMIT',
  ])
  expect(statements.flatMap(({ error }) => error ?? [])).toEqual([])
  expect(await listWarnings(script)).toBe('update_without_where(shops)')
})

/** Queries that can and cannot be limited. */
const limits = String.raw`
yes => select * from orders
yes => select * from orders;
yes => select 1 -- the end
yes => select 1 /* the; end */ ; -- ; limit 5
yes => with a as (select 1 limit 1) select * from a
yes => select * from (select 1 limit 1) o order by 1
yes => select 1 union all select 2
yes => (select 1)
yes => ((select 1 order by 1))
yes => values (1), (2)
yes => table orders
yes => select * from orders offset 5
yes => select * from orders where note = 'limit 5' -- limit 3
yes => select * from orders window w as (order by id)
yes => select 'ä😀' as "limit"
yes => select e'\'' ;;;
yes => select * from orders where id = :id
yes => select app.function_of_mine()
no => select * from orders limit 5
no => select * from orders limit all
no => select * from orders limit null
no => select * from orders fetch first row only
no => (select 1 limit 1)
no => select * from orders for update
no => select * into copy from orders
no => select nextval('s') from orders
no => with d as (delete from orders where id = 1 returning *) select * from d
no => select 1; select 2
no => select 1; \x
no => insert into orders values (1)
no => update orders set a = 1 where b = 2 returning *
no => delete from orders where a = 1 returning *
no => explain select 1
no => show all
no => select from where
no => create table copy as select 1
no => copy (select 1) to stdout
no => execute p
no => fetch all from c
no => \dt
no => -- nothing
`

test.each(listLines(limits))('%s: %s can be limited', async (answer, sql) => {
  const { statements } = await read(sql)
  expect(statements.some(({ isLimitable }) => isLimitable)).toBe(answer === 'yes')
})

/** A parse tree without its positions. */
const withoutPositions = (tree: unknown): unknown =>
  JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => (key === 'location' ? undefined : value)),
  )

test('a limit changes nothing else of a query, with any text after it', async () => {
  const parser = await openParser()
  const getTree = (sql: string) => {
    const parsed = parser.parse(sql)
    return 'statements' in parsed ? withoutPositions(parsed.statements) : parsed
  }
  const queries = listLines(limits).filter(([answer, sql]) => answer === 'yes' && !/:id/u.test(sql))
  for (const [, sql] of queries) {
    const [tree] = getTree(limited(sql, 100)) as [{ SelectStmt: Record<string, unknown> }]
    const { limitCount, ...rest } = tree.SelectStmt
    expect(limitCount).toEqual({ A_Const: { ival: { ival: 100 } } })
    expect([{ SelectStmt: { ...rest, limitOption: 'LIMIT_OPTION_DEFAULT' } }]).toEqual(
      (getTree(sql) as { SelectStmt: object }[]).map(({ SelectStmt }) => ({
        SelectStmt: { ...SelectStmt, limitOption: 'LIMIT_OPTION_DEFAULT' },
      })),
    )
  }
  expect(queries.length).toBeGreaterThan(15)
})

test('a limit changes no earlier offset, and leaves a text without a statement unchanged', () => {
  expect(limited('select 1 -- one;\n;', 5)).toBe('select 1 limit 5 -- one;\n;')
  expect(limited('-- nothing', 5)).toBe('-- nothing')
})

/** Names of places for values, in their order; `$1` is a number of PostgreSQL's own. */
const positions = String.raw`
id => select * from orders where id = :id
id id => select :id + :id
a b => select :a; select :b
$1 $2 => select $1 + $2
id $1 => select :id, $1
ä => select :ä
from => select * from orders where day > :from::date
a b => insert into t values (:a,:b)
a => select array[:a, 2]
a => select x[(:a)]
n => select * from t limit :n
a => select a ->> :a
a => select case when :a then 1 end
=> select a::text, b :: int
=> select ':a', ":a", $$:a$$, e':a'
=> select 1 -- :a
=> select 1 /* :a */
=> select a[1:2], a[:n], a[b:c], a[n:]
=> select json_object('a':b)
=> do $$ declare a int := 1; begin a := :b; end $$
=> select '12:30'::time
=> select f(a := 1)
=> \set a :b
`

test.each(listLines(positions))('%s are the parameters of %s', async (expected, sql) => {
  const { statements } = await read(sql)
  const found = statements.flatMap(({ parameters }) => parameters)
  expect(found.map(({ name }) => name).join(' ')).toBe(expected)
  for (const { name, start, end } of found) {
    expect(sql.slice(start, end).replace(/^:/u, '')).toBe(name)
  }
  expect(statements.flatMap(({ error }) => error ?? [])).toEqual([])
})

test('named parameters are numbered after the existing ones, each name once', async () => {
  const script = "select :a, ':a', :b::text, :a; delete from t where id = :a and $2 = :c"
  const [first, second] = bound(await read(script), ['a', 'b'])
  expect(first).toMatchObject({ text: "select $1, ':a', $2::text, $1", order: ['a', 'b'] })
  expect(second).toMatchObject({
    text: 'delete from t where id = $3 and $2 = :c',
    order: ['$1', '$2', 'a'],
    start: script.indexOf('delete'),
    end: script.length,
  })
})

test('an offset in the numbered text maps to the original text', async () => {
  const script = 'select :a_long_name + :b + nothing'
  const [only] = bound(await read(script), ['a_long_name', 'b'])
  const at = only?.text.indexOf('nothing') ?? -1
  expect(only?.text).toBe('select $1 + $2 + nothing')
  expect(only?.getOffset(at)).toBe(script.indexOf('nothing'))
  expect(only?.getOffset(3)).toBe(3)
})

/** Fragments of SQL, and characters that break them. */
const pieces = [
  'select',
  'delete from',
  'do $$ begin',
  'end $$',
  "'",
  '"',
  '$$',
  '$a$',
  '/*',
  '*/',
  '--',
  ';',
  '(',
  ')',
  '[',
  ']',
  ':',
  ':a',
  '::',
  '\\',
  '\n\\d ',
  '\0',
  '😀',
  '\ud800',
  'begin atomic',
  'create function f()',
  'language plpgsql as',
  'where true',
  '=',
  ',',
  "execute format('%I %s %1$L', ",
  'create rule',
  'alter table',
  'drop',
  "e'\\",
  '1',
  ' ',
]

test('no text makes parsing throw, and every position is within the script', async () => {
  const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom(...pieces))
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (written) => {
      const script = written.join(' ')
      const { statements } = await read(script)
      const ranges = statements.flatMap((statement) => [
        statement,
        ...statement.warnings,
        ...statement.parameters,
        ...(statement.error === undefined ? [] : [statement.error]),
      ])
      for (const { start, end } of ranges) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start).toBeLessThanOrEqual(end)
        expect(end).toBeLessThanOrEqual(script.length)
      }
      expect(statements.every(({ kind }) => /^[A-Z][A-Z ]*$/u.test(kind))).toBe(true)
    }),
    { numRuns: 300 },
  )
}, 30_000)

test('a text that is too deep for the parser is refused, and the next text is parsed', async () => {
  const deep = `select ${'('.repeat(100_000)}1${')'.repeat(100_000)}`
  const long = `select ${Array.from({ length: 20_000 }, () => 'a').join(' + ')}`
  for (const text of [deep, long, `select ${'case when '.repeat(30_000)}`]) {
    expect((await read(text)).statements).toHaveLength(1)
  }
  // A parser that crashed needs a moment to restart.
  await expect.poll(async () => (await read('delete from t')).statements[0]?.kind).toBe('DELETE')
})

test('the tokens of a script give as much information as possible without the grammar', () => {
  const { statements } = parseWords('drop table t; selec; with a as (select 1) select 1')
  expect(statements.map(({ kind }) => kind)).toEqual(['DROP TABLE', 'OTHER', 'WITH'])
  expect(statements.every(({ warnings }) => warnings.length === 0)).toBe(true)
  const parameterized = parseWords('select :a; select a[b:c], $2, ::x').statements
  expect(parameterized.flatMap(({ parameters }) => parameters)).toEqual([
    { name: 'a', start: 7, end: 9 },
    { name: '$2', start: 26, end: 28 },
  ])
})
