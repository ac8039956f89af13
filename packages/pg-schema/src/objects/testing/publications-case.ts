import type { PublicationDesign } from '@basalt/pg-model'

import { publications } from '../kinds/publications.ts'
import type { KindCase } from './describe-kind.ts'

const orders = {
  table: '"Odd.Pub"."or""ders"',
  columns: 'id, "The note"',
  filter: '(id > 3)',
}
const people = { table: 'pub.people', columns: null, filter: null }

export const publicationsCase: KindCase<PublicationDesign> = {
  kind: publications,
  setup: [
    'create schema pub',
    'create schema "Odd.Pub"',
    'create table "Odd.Pub"."or""ders" (id int primary key, "The note" text, other text)',
    'create table pub.people (id int primary key)',
  ],
  design: {
    name: 'Changes "x"',
    owner: 'postgres',
    comment: "The shop's changes",
    all_tables: false,
    schemas: [],
    tables: [orders, people],
    inserts: true,
    updates: false,
    deletes: true,
    truncates: false,
    via_root: true,
    generated_columns: true,
  },
  changes: {
    'the name': { to: { name: 'changes.2' }, touches: ['pg_publication.pubname'] },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'an operation': { to: { updates: true }, touches: ['pg_publication.pubupdate'] },
    'the partition root': { to: { via_root: false }, touches: ['pg_publication.pubviaroot'] },
    'the generated columns': {
      to: { generated_columns: false },
      touches: ['pg_publication.pubgencols'],
    },
    'the columns and the filter of a table': {
      to: { tables: [{ ...orders, columns: 'id', filter: null }, people] },
      touches: ['pg_publication_rel', 'pg_depend'],
    },
    'the tables, dropping all': {
      to: { tables: [] },
      touches: ['pg_publication_rel', 'pg_depend'],
    },
  },
}
