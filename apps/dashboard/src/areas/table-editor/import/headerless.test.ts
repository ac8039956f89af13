import { expect, test } from 'vitest'

import { column, plants } from '../../../testing/plants.ts'
import { suggestPlan } from './import-plan.ts'
import { detectReading, examine } from './inspect.ts'

const number = { kind: 'number', data_type: 'integer' } as const
const counted = { ...number, is_identity: true, is_nullable: false }

/** The target columns of a text, and its number of rows, for a table with these columns. */
async function placed(text: string, columns = words) {
  const file = new Blob([text])
  const target = { ...plants, columns }
  const reading = await detectReading(
    file,
    columns.map(({ name }) => name),
  )
  const watching = { onBytes: () => undefined, signal: new AbortController().signal }
  const found = await examine(file, reading, watching)
  const plan = suggestPlan(found, target, 'Pasted rows')
  return { rows: found.rows, names: plan.columns.map(({ name }) => name) }
}

const words = [column('country'), column('code'), column('name')]
const countries = 'Portugal\tPT\tLisboa\nChile\tCL\tSantiago\nJapan\tJP\tTokyo\n'

test('rows without a header are assigned to the columns of a table by position', async () => {
  const all = { rows: 3, names: ['country', 'code', 'name'] }
  expect(await placed(countries)).toEqual(all)
  expect(await placed('Portugal\tPT\tLisboa\n')).toEqual({ ...all, rows: 1 })
  expect(await placed('Portugal\tPT\nChile\tCL\n')).toEqual({ rows: 2, names: ['country', 'code'] })
})

test('a first line is a header when the table has one of its names, or the types below differ', async () => {
  expect(await placed('Land\tcode\tTown\nChile\tCL\tSantiago\n')).toEqual({
    rows: 1,
    names: ['', 'code', ''],
  })
  expect(await placed('Land\tAmount\nChile\t5\n')).toEqual({ rows: 1, names: ['', ''] })
  // Wider than the table, so it is ambiguous.
  expect((await placed('a\tb\tc\td\nw\tx\ty\tz\n')).rows).toBe(1)
})

test('identity columns are left to the database, unless the rows have values for them', async () => {
  const table = [column('id', counted), ...words]
  expect((await placed(countries, table)).names).toEqual(['country', 'code', 'name'])
  const serial = { ...number, default_value: "nextval('s'::regclass)" }
  expect((await placed(countries, [column('id', serial), ...words])).names).toEqual([
    'country',
    'code',
    'name',
  ])
  expect((await placed('7\tPortugal\tPT\tLisboa\n', table)).names).toEqual([
    'id',
    'country',
    'code',
    'name',
  ])
})

test('columns with unsuitable types are left to the user', async () => {
  const typed = [
    column('n', number),
    column('price', { kind: 'number', data_type: 'numeric(12,2)' }),
    column('born', { kind: 'time', data_type: 'date' }),
    column('done', { kind: 'boolean', data_type: 'boolean' }),
    column('notes', { kind: 'json', data_type: 'jsonb' }),
    column('colour', { kind: 'enum', data_type: 'colour', enum_values: ['red'] }),
  ]
  const fits = await placed('1\t2.50\t2024-01-31\tyes\t{"a":1}\tred\n', typed)
  expect(fits.names).toEqual(['n', 'price', 'born', 'done', 'notes', 'colour'])
  expect((await placed('1.5\t2.50\n2\t3\n', typed)).names).toEqual(['', ''])
  expect((await placed('1\t\t2024-01-31 10:00\n', typed)).names).toEqual(['n', 'price', 'born'])
  expect((await placed('red\t1\nblue\t2\n', typed)).names).toEqual(['', ''])
})
