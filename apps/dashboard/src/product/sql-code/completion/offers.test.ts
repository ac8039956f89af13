import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Catalog } from './catalog.ts'
import { type Offer, offersAt } from './offers.ts'
import { sampleCatalog, sampleNames } from './sample-catalog.ts'

/** The completions at the bar, as inserted text, best first. */
function at(marked: string, catalog = sampleCatalog) {
  const position = marked.indexOf('|')
  const script = marked.replace('|', '')
  return offersAt({ script, start: 0, end: script.length, position }, catalog)
}

const texts = (offers: readonly Offer[]) =>
  offers.toSorted((one, other) => other.rank - one.rank).map(({ label, insert }) => insert ?? label)

const columnsAt = (marked: string) =>
  texts(at(marked).offers.filter(({ kind, rank }) => kind === 'column' && rank > 0))

/** Each: a text, a required completion, and a forbidden one. */
type Case = [text: string, offered: string, not?: string]

const cases: Record<string, Case[]> = {
  'columns of what is in scope': [
    ['select | from books', 'id, title, author_id, price, state, books', 'name, born'],
    ['select ti| from books', 'title'],
    ['select b.| from books b', 'id, title, price', 'name, books, count('],
    ['select b.ti| from books as b', 'title', 'name'],
    ['select books.| from books', 'title', 'name'],
    ['select a.|, b.title from authors a join books b on true', 'name, born', 'title'],
    ['select a.na| from authors a, books b', 'name', 'title'],
    ['select | from authors a join books b on true', 'a.id, b.id, name, title', 'id'],
    ['select * from books where |', 'title, price, books', 'name'],
    ['select * from books where price > 1 and |', 'title'],
    ['select * from books b where b.|', 'title, state'],
    ['select * from books group by |', 'title'],
    ['select lower(|) from books', 'title, count('],
    ['select lower(b.|) from books b', 'title', 'lower('],
    ['select * from books order by |', 'title, price'],
    ['select * from books having |', 'title'],
    ['select "Odd |" from "Odd Table"', '"Odd Name"'],
    ['select | from "Odd Table"', '"Odd Name"'],
    ['select o.| from "Odd Table" o', '"Odd Name"'],
    ['select | from "order"', 'id, "user"'],
    ['select sales.invoices.| from sales.invoices', 'total, customer_id'],
    ['select i.| from sales.invoices i', 'total'],
    ['select | from sales.invoices', 'total, customer_id'],
    ['select c.| from pg_class c', 'relname, relkind'],
    ['select x.| from cheap_books x', 'title'],
    ['select case when | then 1 end from books', 'price'],
    ['select count(*) filter (where |) from books', 'price'],
    ['select sum(price) over (partition by |) from books', 'title, author_id'],
    ['select a.| from only authors a', 'name'],
    ['select * from books where price is distinct from |', 'price'],
    ['select * from (authors a join books b on true) where b.|', 'title', 'name'],
  ],
  'names that the query itself makes': [
    [
      'with x as (select id, title as called from books) select | from x',
      'id, called',
      'title, price',
    ],
    ['with x as (select id, title from books) select x.| from x', 'id, title', 'price'],
    ['with x (a, b) as (select id, title from books) select x.| from x', 'a, b', 'id, title'],
    ['with x as (select * from books) select x.| from x', 'title, price'],
    ['with x as (select b.* from books b) select | from x', 'title, price'],
    ['with x as (select 1 as one), y as (select one from x) select y.| from y', 'one'],
    ['with x as (select 1 as one) select * from |', 'x, books'],
    ['with x as (select count(*), lower(title) from books) select x.| from x', 'count, lower'],
    [
      'with x as (insert into books (title) values (1) returning id, title) select x.| from x',
      'id, title',
      'price',
    ],
    ['with recursive t as (select id from books union all select t.| from t) select 1', 'id'],
    ['with x as (select | from books) select 1', 'title', 'x'],
    ['select s.| from (select id, title as called from books) s', 'id, called', 'title'],
    ['select s.| from (select id from books) as s (number)', 'number', 'id'],
    ['select v.| from (values (1, 2)) v', 'column1, column2'],
    ['select v.| from (values (1, 2)) v (a, b)', 'a, b', 'column1'],
    ['select f.| from books_of(1) f', 'id, title'],
    ['select f.| from all_authors() f', 'name, born'],
    ['select g.| from generate_series(1, 2) g', 'g'],
    [
      'select * from authors a where exists (select 1 from books b where b.author_id = a.|)',
      'id, name',
    ],
    ['select * from authors a where id in (select | from books)', 'author_id, name'],
    ['select * from authors a join (select | from books) b on true', 'author_id', 'born'],
    ['select * from authors a, lateral (select | from books) b', 'author_id, born'],
    ['select title as called from books order by |', 'called, title'],
    ['select id from books union select | from authors', 'born', 'title'],
    ['select | from books union select 1 from authors', 'title', 'born'],
  ],
  'tables where a table belongs': [
    [
      'select * from |',
      'books, authors, "Odd Table", "order", sales.invoices, sales, cheap_books',
      'title, now(',
    ],
    ['select * from bo|', 'books'],
    ['select * from books, |', 'authors'],
    ['select * from books join |', 'authors, sales.invoices'],
    ['select * from books left join au|', 'authors'],
    ['select * from sales.|', 'invoices, customers, lines', 'books, title'],
    ['select * from sales.inv|', 'invoices'],
    ['select * from only |', 'books'],
    ['update |', 'books, authors', 'title'],
    ['insert into |', 'books', 'title'],
    ['delete from |', 'books', 'title'],
    ['delete from books using |', 'authors'],
    ['truncate |', 'books'],
    ['alter table |', 'books'],
    ['drop table if exists |', 'books'],
    ['table |', 'books'],
    ['create index on |', 'books'],
    ['create table x (a bigint references |', 'books, sales.invoices'],
    ['merge into |', 'books'],
    ['select * from |;', 'books'],
    ['select * from |\nwhere true', 'books'],
    ['create policy p on |', 'books'],
    ['select * from books_o|', 'books_of('],
  ],
  'columns that are written': [
    ['insert into books (|', 'id, title, author_id, price, state', 'name, count('],
    ['insert into books (id, |', 'title, price', 'id'],
    ['insert into books (id, ti|) values (1)', 'title'],
    ['insert into sales.invoices (|', 'total', 'title'],
    ['update books set |', 'title, price', 'name, count('],
    ['update books set title = 1, |', 'price', 'title'],
    ['update books set title = |', 'price, lower(, title', 'name'],
    ['update books b set ti| where b.id = 1', 'title'],
    ['update books set title = 1 where |', 'id, price'],
    ['update books set title = 1 from authors a where a.|', 'born', 'title'],
    ['delete from books where |', 'title'],
    ['delete from books b using authors a where a.|', 'born', 'title'],
    ['insert into books (title) values (1) returning |', 'id, title', 'born'],
    ['insert into books (title) select | from authors', 'born, name', 'price'],
    ['update books set price = 1 returning |', 'id, title'],
    ['delete from books returning |', 'id, title'],
    ['insert into books (id) values (1) on conflict (|', 'id, title'],
    ['insert into books (id) values (1) on conflict (id) do update set |', 'title, price', 'born'],
    [
      'insert into books (id) values (1) on conflict (id) do update set title = excluded.|',
      'title, price',
    ],
    ['with x as (select 1) update books set |', 'title'],
    ['create table x (a bigint references books (|', 'id, title', 'born'],
    ['create index on books (|', 'title, lower('],
    ['alter table books drop column |', 'title'],
    ['alter table books alter column ti|', 'title'],
    ['select * from authors a join books b using (|', 'id, title'],
    ['copy books (|', 'id, title'],
  ],
  'joins by foreign key, whole': [
    ['select * from authors a join books b on |', 'b.author_id = a.id'],
    ['select * from books b join authors a on |', 'a.id = b.author_id'],
    ['select * from authors join books on |', 'books.author_id = authors.id'],
    ['select * from authors a join books b |', 'on b.author_id = a.id, on, using'],
    ['select * from sales.invoices i join sales.customers c on |', 'c.id = i.customer_id'],
    [
      'select * from sales.lines l join sales.lines p on |',
      'p.parent_id = l.invoice_id and p.line_no = l.line_no',
    ],
    [
      'select * from authors a join books b on b.author_id = a.id join sales.lines l on |',
      'title',
      'l.id = b.id',
    ],
    ['SELECT * FROM authors a JOIN books b |', 'ON b.author_id = a.id'],
    ['select * from authors a join books b on b.|', 'author_id', 'b.author_id = a.id'],
  ],
  'functions, types and values': [
    ['select | from books', 'count(, lower(, date_trunc(, now(), book_count('],
    ['select cou|', 'count('],
    ['select sales.|', 'settle('],
    ['select no| from books', 'now()'],
    ['call |', 'archive(', 'count('],
    ['create trigger t before insert on books execute function |', 'touch()', 'count('],
    ['select price::| from books', 'text, numeric, book_state, sales.code', 'title'],
    ['select cast(price as |', 'text, book_state', 'title'],
    ['create table x (a |', 'text, bigint, book_state', 'title'],
    ['alter table books add column x |', 'text, jsonb', 'title'],
    ['select * from books where state = |', "'draft', 'sold', 'can''t say', title"],
    ["select * from books where state = '|'", "'draft', 'sold'", 'title'],
    ['select * from books b where b.state in (|', "'draft', 'sold'"],
    ['update books set state = |', "'draft'"],
    ['set search_path to |', '', 'title'],
    ['create table x () | schema |'.replace('() | ', ''), 'sales, public'],
  ],
  keywords: [
    ['|', 'select, insert into, create table'],
    ['sel|', 'select'],
    ['SE|', 'SELECT', 'select'],
    ['SELECT * FROM books wh|', 'WHERE', 'where'],
    ['select * from books wh|', 'where', 'WHERE'],
    ['select * from books |', 'where, join, left join, order by', 'title'],
    ['select * from books order by title |', 'desc, nulls last, limit'],
    ['insert into books |', 'values, select'],
    ['alter table books |', 'add column, drop column, enable row level security'],
    ['select 1; sel|'.slice(10), 'select'],
    ['select * from books b join authors a |', 'on, using'],
    ['explain |', 'select, analyze'],
  ],
}

const list = (text: string) => text.split(', ').filter((one) => one !== '')

describe.each(Object.entries(cases))('%s', (_, entries) => {
  test.each(entries)('%s', (text, offered, not = '') => {
    const found = texts(at(text).offers)
    expect(list(offered).filter((one) => !found.includes(one))).toEqual([])
    expect(list(not).filter((one) => found.includes(one))).toEqual([])
  })
})

describe('nothing is completed', () => {
  test.each([
    "select 'ab|c' from books",
    'select 1 -- from |',
    'select /* from | */ 1',
    'select 12|',
    'select $$ from | $$',
    'select title as | from books',
  ])('in %s', (text) => {
    expect(at(text).offers).toEqual([])
  })
})

describe('the completion list', () => {
  test('opens automatically where only a name can follow', () => {
    expect(
      ['select * from |', 'select b.| from books b', 'insert into books (|'].map(
        (text) => at(text).opens,
      ),
    ).toEqual([true, true, true])
    expect(['select |', 'select * from books |'].map((text) => at(text).opens)).toEqual([
      false,
      false,
    ])
  })

  test('replaces the whole typed name, its quote too', () => {
    expect(at('select * from bo|').from).toBe(14)
    expect(at('select "Odd |" from "Odd Table"').from).toBe(7)
  })

  test('starts with the condition of the foreign key and the columns', () => {
    expect(texts(at('select * from authors a join books b on |').offers)[0]).toBe(
      'b.author_id = a.id',
    )
    expect(texts(at('select | from books').offers).slice(0, 2)).toEqual(['id', 'title'])
    expect(texts(at('select * from books join |').offers)[0]).toBe('authors')
  })

  test('has columns of any table by prefix while no table is named', () => {
    const { offers, isPartial } = at('select bor|')
    expect(isPartial).toBe(true)
    expect(offers.find(({ label }) => label === 'born')?.detail).toBe('date · authors')
    expect(columnsAt('select bor|')).toEqual([])
  })

  test('has types and comments', () => {
    const offers = at('select | from books').offers
    expect(offers.find(({ label }) => label === 'price')?.detail).toBe('numeric(8,2)')
    const tables = at('select * from |').offers
    expect(tables.find(({ label }) => label === 'authors')?.comment).toBe('Who writes')
  })
})

test('an opening quote is no completion', () => {
  for (const text of ['sel|ect * from books join "', 'select | from (select "', 'with "" as (|'])
    expect(at(text).offers.map(({ label }) => label)).not.toContain('')
})

test('no script and no cursor position makes it throw', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'(),.;:\'"*=|'.replace('|', '').split('')),
    fc.constantFrom(
      'select ',
      ' from ',
      ' join ',
      ' on ',
      'with ',
      ' as (',
      'books ',
      'b',
      ' union ',
      ' set ',
      'insert into ',
      'values ',
      '$$',
      '--',
      '/*',
      '\n',
    ),
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), fc.nat(), (pieces, place) => {
      const script = pieces.join('')
      const position = place % (script.length + 1)
      const { from, offers } = offersAt(
        { script, start: 0, end: script.length, position },
        sampleCatalog,
      )
      expect(from).toBeLessThanOrEqual(position)
      expect(offers.every(({ label }) => label !== '')).toBe(true)
    }),
    { numRuns: 1500 },
  )
})

describe('with 10,000 columns', () => {
  const wide = new Catalog({
    ...sampleNames,
    relations: [
      ...sampleNames.relations,
      ...(Array.from({ length: 100 }, (_, table) => [
        'public',
        `wide_${table}`,
        'r',
        null,
        Array.from({ length: 100 }, (__, column) => [`column_${table}_${column}`, 'text', 0, null]),
      ]) as typeof sampleNames.relations),
    ],
  })

  test.each([
    'select col| ',
    'select * from |',
    'select w.| from wide_1 w',
    `select | from ${Array.from({ length: 100 }, (_, table) => `wide_${table}`).join(', ')}`,
  ])('names are completed: %.40s', (text) => {
    expect(at(text, wide).offers.length).toBeGreaterThan(50)
  })
})
