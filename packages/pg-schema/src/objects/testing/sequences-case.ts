import type { SequenceDesign } from '@basalt/pg-model'

import { sequences } from '../kinds/sequences.ts'
import type { KindCase } from './describe-kind.ts'

export const sequencesCase: KindCase<SequenceDesign> = {
  kind: sequences,
  setup: [
    'create schema "Odd.Sequences"',
    'create table public.bills (id bigint)',
    'create role "Number reader"',
  ],
  design: {
    schema: 'public',
    name: 'bill "no"',
    owner: 'postgres',
    comment: "The bills' numbers",
    data_type: 'bigint',
    start: '100',
    increment: '10',
    min: '5',
    max: '9223372036854775806',
    cache: '20',
    cycles: true,
    owned_by: 'public.bills.id',
    next: null,
  },
  attached: [
    'grant usage, select on sequence public."bill ""no""" to "Number reader" with grant option',
    `select nextval('public."bill ""no"""')`,
  ],
  changes: {
    'the name': { to: { name: 'bill numbers' }, touches: ['pg_class.relname'] },
    'the increment': { to: { increment: '-1' }, touches: ['pg_sequence.seqincrement'] },
    'the maximum': { to: { max: '9000' }, touches: ['pg_sequence.seqmax'] },
    'the cycle': { to: { cycles: false }, touches: ['pg_sequence.seqcycle'] },
    'the comment': {
      to: { comment: null },
      touches: ['pg_description'],
    },
    'the owning column': { to: { owned_by: null }, touches: ['pg_depend'] },
    'the schema, which releases it': {
      to: { schema: 'Odd.Sequences', owned_by: null },
      touches: ['pg_class.relnamespace', 'pg_depend'],
    },
  },
}
