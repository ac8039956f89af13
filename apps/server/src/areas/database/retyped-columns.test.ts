import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  column,
  designNamed,
  type TableFixtures,
  tableFixtures,
} from '../../testing/table-fixtures.ts'

let fixtures: TableFixtures
const create: TableFixtures['create'] = (...input) => fixtures.create(...input)
const change: TableFixtures['change'] = (...input) => fixtures.change(...input)

beforeAll(async () => {
  fixtures = await tableFixtures()
})
afterAll(() => fixtures.close())

const text = (name: string) => column(name, { data_type: 'text' })

/** Changes the types of columns, with their USING expressions. */
async function retyping(id: number, types: ReadonlyMap<string, string>, hasUsing = true) {
  const body = await fixtures.altered(id, ({ columns }) => ({ columns }))
  const columns = body.design.columns.map((one) => {
    const type = types.get(one.name)
    if (type === undefined) return one
    return { ...one, data_type: type, using: hasUsing ? `${one.name}::${type}` : null }
  })
  return { ...body, design: { ...body.design, columns } }
}

test('a type without a conversion reports that at its field', async () => {
  const { id } = await create(designNamed('typed', { columns: [text('n')], primary_key: [] }))
  await fixtures.run(`insert into public.typed (n) values ('7')`)
  const types = new Map([['n', 'integer']])
  await expect(fixtures.previewed(await retyping(id, types, false))).rejects.toMatchObject({
    code: 400,
    fields: { 'columns.0.using': expect.any(String) },
  })
  await change(await retyping(id, types))
  expect(await fixtures.listRows('select n + 1 from public.typed')).toEqual([['8']])
})

test('an expression that fails on the values has the error', async () => {
  const columns = [text('d'), text('n')]
  const { id } = await create(designNamed('mistyped', { columns, primary_key: [] }))
  await fixtures.run(`insert into public.mistyped (d, n) values ('2020-01-01', 'seven')`)
  const said = {
    code: 400,
    fields: { 'columns.1.using': 'invalid input syntax for type integer: "seven"' },
  }
  const alone = new Map([['n', 'integer']])
  await expect(change(await retyping(id, alone))).rejects.toMatchObject(said)
  const both = new Map([...alone, ['d', 'date']])
  await expect(change(await retyping(id, both))).rejects.toMatchObject(said)
})
