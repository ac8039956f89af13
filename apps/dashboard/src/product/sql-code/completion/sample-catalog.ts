import type { NameCatalog } from '@basalt/pg-model'

import { Catalog } from './catalog.ts'

type Columns = NameCatalog['relations'][number][4]

/** `id bigint!` is a column that is never null. */
const columns = (text: string): Columns =>
  text.split(', ').map((part) => {
    const [name = '', ...rest] = part.split(' ')
    const type = rest.join(' ')
    return [name, type.replace('!', ''), type.endsWith('!') ? 1 : 0, null]
  })

/** A small shop with difficult names: capitals, reserved words, two schemas. */
export const sampleNames: NameCatalog = {
  schemas: [
    ['public', 1],
    ['sales', 0],
    ['pg_catalog', 1],
    ['information_schema', 0],
  ],
  relations: [
    [
      'public',
      'authors',
      'r',
      'Who writes',
      columns('id bigint!, name text!, born date, country text'),
    ],
    [
      'public',
      'books',
      'r',
      null,
      columns('id bigint!, title text!, author_id bigint!, price numeric(8,2), state book_state'),
    ],
    ['public', 'Odd Table', 'r', null, [['Odd Name', 'text', 0, 'An odd one']]],
    ['public', 'order', 'r', null, columns('id bigint!, user text')],
    ['public', 'cheap_books', 'v', 'Below ten', columns('id bigint, title text')],
    ['sales', 'invoices', 'r', null, columns('id bigint!, customer_id bigint!, total numeric')],
    ['sales', 'customers', 'r', null, columns('id bigint!, email text!')],
    [
      'sales',
      'lines',
      'r',
      null,
      columns('invoice_id bigint!, line_no int!, book_id bigint, parent_id bigint'),
    ],
    ['pg_catalog', 'pg_class', 'r', null, columns('oid oid!, relname name!, relkind char!')],
  ],
  functions: [
    ['public', 'book_count', 'author bigint', 'bigint', 'f', 'How many books'],
    ['public', 'books_of', 'author bigint', 'TABLE(id bigint, title text)', 'f', null],
    ['public', 'all_authors', '', 'SETOF authors', 'f', null],
    ['public', 'archive', 'IN before date', null, 'p', null],
    ['public', 'touch', '', 'trigger', 'f', null],
    ['sales', 'settle', 'invoice bigint', 'boolean', 'f', null],
    ['pg_catalog', 'count', '"any"', 'bigint', 'a', 'number of input rows'],
    ['pg_catalog', 'count', '', 'bigint', 'a', null],
    ['pg_catalog', 'lower', 'text', 'text', 'f', null],
    ['pg_catalog', 'now', '', 'timestamp with time zone', 'f', null],
    [
      'pg_catalog',
      'date_trunc',
      'text, timestamp with time zone',
      'timestamp with time zone',
      'f',
      'truncate',
    ],
    ['pg_catalog', 'generate_series', 'integer, integer', 'SETOF integer', 'f', null],
  ],
  types: [
    ['public', 'book_state', ['draft', 'sold', "can't say"]],
    ['sales', 'code', null],
  ],
  languages: ['plpgsql', 'sql'],
  foreign_keys: [
    ['public', 'books', ['author_id'], 'public', 'authors', ['id']],
    ['sales', 'invoices', ['customer_id'], 'sales', 'customers', ['id']],
    ['sales', 'lines', ['invoice_id'], 'sales', 'invoices', ['id']],
    ['sales', 'lines', ['parent_id', 'line_no'], 'sales', 'lines', ['invoice_id', 'line_no']],
  ],
}

export const sampleCatalog = new Catalog(sampleNames)
