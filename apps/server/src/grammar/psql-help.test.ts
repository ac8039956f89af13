import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { systemDatabase } from '../testing/system-database.ts'
import { readsHere } from './script-reader.ts'

let database: Awaited<ReturnType<typeof systemDatabase>>
let client: Client

beforeAll(async () => {
  database = await systemDatabase('empty')
  client = new Client(database.address)
  await client.connect()
  await client.query(`create schema shop; create table shop.order_lines (id int primary key, "Note" text);
    create table "Orders" (a int); create view shop.lines as select * from shop.order_lines;
    create function shop.total(int) returns int language sql as 'select 1'`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function getHelp(command: string) {
  const { statements } = await readsHere.read(`select 1;\n${command}\nselect 2`)
  return statements[1]?.psql
}

const listing =
  String.raw`\d \d+ \dS+ \dt \dt+ \dv \dm \di \ds \dE \df \df+ \dn \dn+ \du \dg \dp \z \dx
  \dT \dy \dL \db \dc \dRp \dRs \l \l+ \list \conninfo \encoding \echo \daC \dO`
    .trim()
    .split(/\s+/u)

test.each(listing)('the alternative to %s is a query that PostgreSQL runs', async (command) => {
  const help = await getHelp(command)
  expect(help?.help).toMatch(/\w+/u)
  const { fields } = await client.query(help?.query ?? 'a query is missing')
  expect(fields.length).toBeGreaterThan(0)
})

test.each([
  [String.raw`\d order_lines`, ['id', 'Note']],
  [String.raw`\d+ shop.order_lines`, ['id', 'Note']],
  [String.raw`\d "Orders"`, ['a']],
  [String.raw`\d public.*`, ['a']],
  [String.raw`\d order?lines;`, ['id', 'Note']],
  [String.raw`\d shop.nothing`, []],
  [String.raw`\d it's "a \ '' name`, []],
])('%s describes the columns of the named relation', async (command, columns) => {
  const { rows } = await client.query<{ column: string }>((await getHelp(command))?.query ?? '')
  expect(rows.map(({ column }) => column)).toEqual(columns)
})

test.each([
  [String.raw`\dt shop.*`, ['order_lines']],
  [String.raw`\dt order*`, ['order_lines']],
  [String.raw`\dv lines`, ['lines']],
  [String.raw`\df shop.`, []],
  [String.raw`\df shop.t*`, ['total']],
  [String.raw`\dt order%lines`, []],
])('%s lists the objects that match the pattern', async (command, names) => {
  const { rows } = await client.query<{ name: string }>((await getHelp(command))?.query ?? '')
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('the source of functions and views is one query away', async () => {
  const source = await client.query((await getHelp(String.raw`\sf shop.total(int)`))?.query ?? '')
  const view = await client.query((await getHelp(String.raw`\sv+ shop.lines`))?.query ?? '')
  expect(JSON.stringify(source.rows)).toContain('CREATE OR REPLACE FUNCTION shop.total')
  expect(JSON.stringify(view.rows)).toContain('order_lines')
})

test.each(
  String.raw`\c \connect \timing \copy \i \ir \x \e \edit \g \gx \q \set \unset \gset \watch \o \pset
  \! \? \h \password \if \endif \s \w \t \. \restrict \unrestrict \prompt \gexec \gdesc`
    .trim()
    .split(/\s+/u),
)('%s shows an alternative', async (command) => {
  const { help = '' } = (await getHelp(`${command} x y`)) ?? {}
  expect(help).toMatch(/^[A-Z].*\.$/su)
  expect(help).not.toContain('belong to psql')
})

test('an unknown psql command gets a message too', async () => {
  expect((await getHelp(String.raw`\frobnicate`))?.help).toContain('belong to psql')
  expect((await getHelp(String.raw`\constructor`))?.help).toContain('psql')
})
