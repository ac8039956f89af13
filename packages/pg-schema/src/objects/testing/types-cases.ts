import type { TypeDesign } from '@basalt/pg-model'

import { types } from '../kinds/types/types.ts'
import type { KindCase } from './describe-kind.ts'

const blank: Omit<TypeDesign, 'kind' | 'name'> = {
  schema: 'public',
  owner: 'postgres',
  comment: "The type's comment",
  values: [],
  attributes: [],
  base_type: '',
  default: null,
  not_null: false,
  checks: [],
  collation: null,
  subtype: '',
  operator_class: null,
  subtype_difference: null,
  multirange_name: null,
}

const kept = (...names: string[]) => names.map((name) => ({ name, old_name: name }))
const renamed = (name: string, old_name: string | null) => ({ name, old_name })

export const enumCase: KindCase<TypeDesign> = {
  kind: types,
  title: 'enums',
  setup: ['create role "Mood reader"', 'create schema "Odd.Types"'],
  design: {
    ...blank,
    kind: 'enum',
    name: 'Mood "x"',
    values: kept('very sad', "it's ok", 'Happy'),
  },
  attached: [
    'revoke all on type public."Mood ""x""" from public',
    'grant usage on type public."Mood ""x""" to "Mood reader"',
  ],
  changes: {
    'the name': { to: { name: 'mood.2' }, touches: ['pg_type.typname'] },
    'the schema': { to: { schema: 'Odd.Types' }, touches: ['pg_type.typnamespace', 'pg_depend'] },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'the name of a value': {
      to: { values: [...kept('very sad', "it's ok"), renamed('Glad', 'Happy')] },
      reads: { values: kept('very sad', "it's ok", 'Glad') },
      back: { values: [...kept('very sad', "it's ok"), renamed('Happy', 'Glad')] },
      touches: ['pg_enum.enumlabel'],
    },
    'the names of two values for each other': {
      to: {
        values: [renamed('Happy', 'very sad'), ...kept("it's ok"), renamed('very sad', 'Happy')],
      },
      reads: { values: kept('Happy', "it's ok", 'very sad') },
      back: {
        values: [renamed('very sad', 'Happy'), ...kept("it's ok"), renamed('Happy', 'very sad')],
      },
      touches: ['pg_enum.enumlabel'],
    },
    'the values, adding some': {
      to: {
        values: [
          renamed('a', null),
          ...kept('very sad'),
          renamed('b', null),
          renamed('c', null),
          ...kept("it's ok", 'Happy'),
          renamed('d', null),
        ],
      },
      reads: { values: kept('a', 'very sad', 'b', 'c', "it's ok", 'Happy', 'd') },
      touches: ['pg_enum', 'pg_enum.enumsortorder'],
    },
  },
}

const street = {
  name: 'Street "no"',
  old_name: 'Street "no"',
  type: 'text',
  collation: 'pg_catalog."C"',
}
const number = { name: 'number', old_name: 'number', type: 'numeric(8,2)', collation: null }

export const compositeCase: KindCase<TypeDesign> = {
  kind: types,
  title: 'composite types',
  design: { ...blank, kind: 'composite', name: 'Address.x', attributes: [street, number] },
  attached: [`comment on column public."Address.x".number is 'Its ''number'''`],
  changes: {
    'the name': { to: { name: 'address' }, touches: ['pg_type.typname', 'pg_class.relname'] },
    'the comment': { to: { comment: 'Other' }, touches: ['pg_description.description'] },
    'the name of an attribute': {
      to: { attributes: [{ ...street, name: 'st' }, number] },
      reads: { attributes: [{ ...street, name: 'st', old_name: 'st' }, number] },
      back: { attributes: [{ ...street, old_name: 'st' }, number] },
      touches: ['pg_attribute.attname'],
    },
    'the type of an attribute': {
      to: { attributes: [street, { ...number, type: 'bigint' }] },
      touches: ['atttypid', 'atttypmod', 'attlen', 'attbyval', 'attalign', 'attstorage'].map(
        (name) => `pg_attribute.${name}`,
      ),
    },
    'the attributes, adding one': {
      to: { attributes: [street, number, { ...number, name: 'c', old_name: null }] },
      reads: { attributes: [street, number, { ...number, name: 'c', old_name: 'c' }] },
      touches: ['pg_attribute', 'pg_class.relnatts'],
    },
  },
}

const positive = { name: 'Is positive', old_name: 'Is positive', expression: "(VALUE <> ''::text)" }
const short = { name: 'short', old_name: 'short', expression: '(length(VALUE) < 9)' }

export const domainCase: KindCase<TypeDesign> = {
  kind: types,
  title: 'domains',
  design: {
    ...blank,
    kind: 'domain',
    name: 'Code "x"',
    base_type: 'text',
    collation: 'pg_catalog."C"',
    default: "'none'::text",
    not_null: true,
    checks: [positive, short],
  },
  attached: [
    `comment on constraint "Is positive" on domain public."Code ""x""" is 'Why'`,
    'revoke all on domain public."Code ""x""" from public',
  ],
  changes: {
    'the name': { to: { name: 'code' }, touches: ['pg_type.typname'] },
    'the default': {
      to: { default: null },
      touches: ['pg_type.typdefault', 'pg_type.typdefaultbin'],
    },
    'whether it is not null': {
      to: { not_null: false },
      touches: ['pg_type.typnotnull', 'pg_constraint', 'pg_depend'],
    },
    'the name of a check': {
      to: { checks: [positive, { ...short, name: 'tiny' }] },
      reads: { checks: [positive, { ...short, name: 'tiny', old_name: 'tiny' }] },
      back: { checks: [positive, { ...short, old_name: 'tiny' }] },
      touches: ['pg_constraint.conname'],
    },
    'the expression of a check': {
      to: { checks: [positive, { ...short, expression: '(length(VALUE) < 7)' }] },
      touches: ['pg_constraint', 'pg_depend'],
    },
    'the checks, dropping one': {
      to: { checks: [short] },
      touches: ['pg_constraint', 'pg_depend'],
    },
  },
}

export const rangeCase: KindCase<TypeDesign> = {
  kind: types,
  title: 'ranges',
  setup: [
    'create function public.text_distance(a text, b text) returns float8 immutable language sql return 0',
  ],
  design: {
    ...blank,
    kind: 'range',
    name: 'Text.range',
    subtype: 'text',
    operator_class: 'pg_catalog.text_pattern_ops',
    collation: 'pg_catalog."C"',
    subtype_difference: 'public.text_distance',
    multirange_name: 'Text ranges',
  },
  copy: { multirange_name: 'more text ranges' },
  attached: [`comment on type public."Text ranges" is 'Many'`],
  changes: {
    'the name': { to: { name: 'texts' }, touches: ['pg_type.typname'] },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'the name of the multirange': {
      to: { multirange_name: 'many' },
      touches: ['pg_type.typname'],
    },
  },
}
