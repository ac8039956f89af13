import { expect, test } from 'vitest'

import type { Local } from '../../names/local-names.ts'
import { bodyPlaceAt } from './body-place.ts'
import { offersAt } from './offers.ts'
import { sampleCatalog } from './sample-catalog.ts'

const locals: readonly Local[] = [
  { name: 'author', type: 'bigint' },
  { name: 'book', type: 'books' },
  { name: 'Odd one', type: 'sales.invoices' },
]

/** The inserted texts at the bar of a body, of PL/pgSQL unless SQL is asked for. */
function at(marked: string, isProcedural = true): string[] {
  const position = marked.indexOf('|')
  const script = marked.replace('|', '')
  const place = isProcedural
    ? bodyPlaceAt(script, position)
    : { start: 0, end: script.length, variables: [], isDeclaration: false }
  const body = {
    locals: [...place.variables, ...locals],
    isProcedural,
    isDeclaration: place.isDeclaration,
  }
  const { start, end } = place
  const { offers } = offersAt({ script, start, end, position, body }, sampleCatalog)
  return offers.map(({ label, insert = label }) => insert)
}

test.each<[string, string, string, string?]>([
  ['a statement begins', 'begin |', 'author, "Odd one", if, return query', 'books'],
  ['a value is returned', 'begin return |', 'author, book_count(, case'],
  ['a condition is written', 'declare total int; begin if |', 'total, author, lower('],
  ['a value is assigned', 'declare total int; begin total := |', 'total, author, book_count('],
  ['a query runs', 'begin return query select | from books; end', 'title, author'],
  ['rows are compared', 'begin perform 1 from books where author_id = |', 'author, title'],
  ['tables are listed', 'begin for r in select 1 from |', 'books', 'author'],
  ['values are inserted', 'begin insert into books (title) values (|)', 'author'],
  ['columns are listed', 'begin insert into books (|)', 'title', 'author'],
  ['a type is declared', 'declare total |', 'integer, book_state, books', 'author'],
  ['a default is declared', 'declare total int := |', 'author, book_count('],
  ['a row is read', 'begin return book.|', 'title, price', 'author'],
  ['a row with a quoted name is read', 'begin return "Odd one".|', 'total, customer_id'],
  ['a declared row is read', 'declare o authors%rowtype; begin return o.|', 'name, born'],
])('names are completed when %s', (...[, marked, offered, not = '']) => {
  const found = at(marked)
  expect(found).toEqual(expect.arrayContaining(offered.split(', ')))
  for (const one of not.split(', ').filter(Boolean)) expect(found).not.toContain(one)
})

test('a body of SQL has its arguments in expressions, and no statements of PL/pgSQL', () => {
  const found = at('select | from books', false)
  expect(found).toEqual(expect.arrayContaining(['author', 'title', 'book_count(']))
  expect(at('|', false)).not.toContain('return query')
  expect(at('select * from |', false)).not.toContain('author')
})
