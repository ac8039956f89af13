import type { IndexDefinition, IndexKey } from '@basalt/pg-model'

import { indexes } from '../kinds/indexes/indexes.ts'
import type { KindCase } from './describe-kind.ts'

const key: IndexKey = {
  column: null,
  expression: null,
  collation: null,
  operator_class: null,
  order: 'ascending',
  nulls: 'last',
  statistics: null,
}

const setup = [
  'create schema "Odd.Indexes"',
  `create table "Odd.Indexes"."Bills ""x""" (
    id bigint, "Due on" date, title text, lower_title text collate "C", paid boolean, tags text[]
  )`,
]

const expression: IndexKey = {
  ...key,
  expression: "(title || '--'::text) || id",
  collation: 'pg_catalog."C"',
  operator_class: 'text_pattern_ops',
  statistics: 500,
}

export const indexesCase: KindCase<IndexDefinition> = {
  kind: indexes,
  setup,
  design: {
    schema: 'Odd.Indexes',
    table: 'Bills "x"',
    name: 'By "due".date',
    comment: "The bills' dates",
    method: 'btree',
    keys: [
      { ...key, column: 'Due on', order: 'descending', nulls: 'first' },
      { ...key, column: 'title', nulls: 'first' },
      { ...key, column: 'lower_title', collation: 'pg_catalog."default"' },
      expression,
    ],
    include: ['paid', 'id'],
    where: 'paid IS NOT TRUE AND id > 0',
    is_unique: true,
    nulls_not_distinct: true,
    parameters: [
      { name: 'deduplicate_items', value: 'off' },
      { name: 'fillfactor', value: '70' },
    ],
    concurrently: false,
  },
  changes: {
    'the name': { to: { name: 'by date' }, touches: ['pg_class.relname'] },
    'the parameters': {
      to: { parameters: [{ name: 'fillfactor', value: '80' }] },
      touches: ['pg_class.reloptions'],
    },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
  },
}

export const methodsCase: KindCase<IndexDefinition> = {
  kind: indexes,
  title: 'of another method',
  setup: ['create table public.notes (id bigint, tags tsvector)'],
  design: {
    schema: 'public',
    table: 'notes',
    name: 'notes tags',
    comment: null,
    method: 'gist',
    keys: [
      { ...key, column: 'tags', operator_class: "tsvector_ops (siglen='100')" },
      { ...key, expression: 'strip(tags)', statistics: 100 },
    ],
    include: [],
    where: null,
    is_unique: false,
    nulls_not_distinct: false,
    parameters: [],
    concurrently: false,
  },
  changes: {
    'the statistics target of an expression': {
      to: {
        keys: [
          { ...key, column: 'tags', operator_class: "tsvector_ops (siglen='100')" },
          { ...key, expression: 'strip(tags)' },
        ],
      },
      touches: ['pg_attribute.attstattarget'],
    },
  },
}

export const identityCase: KindCase<IndexDefinition> = {
  kind: indexes,
  title: 'that identify and order the rows of a table',
  setup: ['create table public."Odd bills" (id bigint not null, "No" text not null)'],
  design: {
    schema: 'public',
    table: 'Odd bills',
    name: 'By "no"',
    comment: 'Its key',
    method: 'btree',
    keys: [{ ...key, column: 'No' }],
    include: [],
    where: null,
    is_unique: true,
    nulls_not_distinct: false,
    parameters: [],
    concurrently: false,
  },
  changes: {},
  attached: [
    'alter table public."Odd bills" cluster on "By ""no"""',
    'alter table public."Odd bills" replica identity using index "By ""no"""',
  ],
}
