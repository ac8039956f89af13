import { describe, expect, test } from 'vitest'

import { Catalog } from './catalog.ts'
import { clauseAt } from './clause.ts'
import { sampleCatalog, sampleNames } from './sample-catalog.ts'
import { sourcesIn } from './scope.ts'
import { splitWords } from './script-words.ts'

/** The clause at the end of a text without parentheses around it. */
function at(text: string) {
  const words = splitWords(text)
  return clauseAt(words, { from: 0, to: words.length }, words.length)
}

describe('the clause', () => {
  test.each([
    ['', 'start'],
    ['select a', 'select'],
    ['select a from b', 'from'],
    ['select a from b join c', 'join'],
    ['select a from b join c on d', 'on'],
    ['select a from b where c is distinct from d', 'where'],
    ['select a from b order by c', 'order'],
    ['select a from b group by c', 'group'],
    ['select a from b limit 1', 'limit'],
    ['select b.from', 'select'],
    ['select a union', 'start'],
    ['insert into a', 'into'],
    ['insert into a values (1)', 'values'],
    ['insert into a select b', 'select'],
    ['insert into a values (1) on conflict', 'conflict'],
    ['insert into a values (1) on conflict (b) do update set c', 'set'],
    ['update a set b', 'set'],
    ['update a', 'target'],
    ['delete from a using b', 'from'],
    ['with a as (select 1)', 'with'],
    ['with a as (select 1) update b', 'target'],
    ['delete from a returning b', 'returning'],
    ['explain analyze select a from b', 'from'],
    ['create index on a', 'target'],
    ['create table a as select b', 'select'],
  ])('of %j is %s', (text, clause) => {
    expect(at(text).clause).toBe(clause)
  })

  test('has the verb of the statement', () => {
    expect(at('insert into a select b').verb).toBe('select')
    expect(at('with x as (select 1) delete from a').verb).toBe('delete')
    expect(at('select a for update').verb).toBe('select')
  })
})

describe('the tables of a query', () => {
  const names = (text: string) => {
    const words = splitWords(text)
    return sourcesIn(words, { from: 0, to: words.length }).map(({ schema, name, alias }) =>
      [schema, name, alias].filter((part) => part !== undefined).join('.'),
    )
  }

  test.each([
    ['select * from a, b.c as d left join e on true', ['a.a', 'b.c.d', 'e.e']],
    ['select * from (select 1) s', ['s']],
    ['update only a b set c = 1 from d', ['a.b', 'd.d']],
    ['delete from a using b where c', ['a.a', 'b.b']],
    ['select extract(year from now()) from a', ['a.a']],
    ['select 1 for update', []],
  ])('of %j', (text, expected) => {
    expect(names(text)).toEqual(expected)
  })
})

describe('the catalog', () => {
  test('finds objects in the search path by name, the rest with their schema', () => {
    expect(sampleCatalog.relation(undefined, 'books')?.schema).toBe('public')
    expect(sampleCatalog.relation(undefined, 'invoices')).toBeUndefined()
    expect(sampleCatalog.relation('sales', 'invoices')?.columns).toHaveLength(3)
    expect(sampleCatalog.routinesNamed(undefined, 'count')).toHaveLength(2)
    expect(sampleCatalog.routinesNamed('sales', 'count')).toEqual([])
  })

  test('finds the labels of an enum by the printed type', () => {
    expect(sampleCatalog.listLabels('book_state')).toHaveLength(3)
    expect(sampleCatalog.listLabels('public.book_state')).toHaveLength(3)
    expect(sampleCatalog.listLabels('text')).toEqual([])
  })

  test('finds columns by prefix, limited in number, and no system columns', () => {
    const found = (prefix: string, limit = 9) =>
      sampleCatalog.columnsBeginningWith(prefix, limit).map(({ name }) => name)
    expect(found('TI')).toEqual(['title'])
    expect(found('rel')).toEqual([])
    expect(found('', 2)).toHaveLength(2)
    expect(new Catalog({ ...sampleNames, relations: [] }).columnsBeginningWith('a', 5)).toEqual([])
  })
})
