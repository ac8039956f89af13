import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listLines, read } from './testing/table.ts'

/** The tables of each query, as often as it reads them. */
const queries = `
books => select * from books
shop.books => select * from shop.books b
books authors => select b.title, a.name from books b join authors a on a.id = b.author_id
books authors => select * from books, lateral (select name from authors where id = author_id) a
staff staff => select a.id, b.name from staff a join staff b on b.id = a.lead_id
books => select *, (select name from authors where id = author_id) from books
books => select * from books where price = (select max(price) from books)
books => with b as (select * from books) select * from b
books => with books as (select * from books) select * from books
staff staff => with s as (select * from staff) select x.id, y.name from s x, s y
books authors => with a as (select * from authors), b as (select * from a) select * from books, b
nothing => select id from books union select id from authors
nothing => select * from (select id from books union select id from authors) two
nothing => with recursive t as (select id from staff union all select s.id from staff s join t on true) select * from t
nothing => select 1
nothing => select * from generate_series(1, 3)
books => select * from books tablesample system (10)
books => select distinct on (id) id, title from books order by id
books => table books
unknown => insert into books values (1) returning *
unknown => update books set title = 'a' returning *
unknown => with d as (delete from books returning *) select * from d
unknown => explain select * from books
unknown => fetch all from c
unknown => execute p
unknown => show all
unknown => select from where
`

const getSharedFields = (
  sources: readonly { schema: string; name: string }[] | undefined,
): string => {
  if (sources === undefined) return 'unknown'
  const names = sources.map(({ schema, name }) => (schema === '' ? name : `${schema}.${name}`))
  return names.length === 0 ? 'nothing' : names.join(' ')
}

test.each(listLines(queries))('%s are the sources of %j', async (names, sql) => {
  const { statements } = await read(sql)
  expect(getSharedFields(statements[0]?.sources)).toBe(names)
})

test('names that refer to each other in a cycle are not followed', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `c${at + 1} as (select * from c${at}, c${at})`)
  const { statements } = await read(`with c0 as (select * from t), ${many.join(', ')} table c12`)
  const mutual = 'with recursive a as (select * from b), b as (select * from a) select * from a'
  const [endless] = (await read(mutual)).statements
  expect(statements[0]?.sources).toBeUndefined()
  expect([endless?.sources, endless?.error]).toEqual([undefined, undefined])
})

test('a table is counted once per occurrence, with any joins and subqueries', async () => {
  const wrapped = fc.letrec<{ query: string }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 4 },
      fc.constant('select * from t'),
      tie('query').map((inner) => `select * from (${inner}) x`),
      tie('query').map((inner) => `with c as (${inner}) select * from c`),
      fc
        .tuple(tie('query'), tie('query'))
        .map(([one, other]) => `select * from (${one}) x cross join (${other}) y`),
    ),
  })).query
  await fc.assert(
    fc.asyncProperty(wrapped, async (sql) => {
      const { statements } = await read(sql)
      expect(statements[0]?.sources?.length).toBe(sql.split('from t').length - 1)
    }),
    { numRuns: 60 },
  )
})
