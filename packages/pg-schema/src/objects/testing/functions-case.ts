import type { FunctionDesign } from '@basalt/pg-model'

import { functions } from '../kinds/functions/functions.ts'
import type { KindCase } from './describe-kind.ts'

const design: FunctionDesign = {
  schema: 'public',
  name: 'Find "bills".x',
  owner: 'postgres',
  comment: "The customer's bills",
  kind: 'function',
  arguments: [
    { mode: 'in', name: 'The customer', type: 'integer', default: null },
    { mode: 'in', name: 'note', type: 'text', default: "'none'::text" },
    { mode: 'variadic', name: 'tags', type: 'text[]', default: "'{}'::text[]" },
    { mode: 'table', name: 'No', type: 'integer', default: null },
    { mode: 'table', name: 'total', type: 'numeric', default: null },
  ],
  returns: null,
  language: 'plpgsql',
  volatility: 'stable',
  strict: true,
  security_definer: true,
  leakproof: false,
  parallel: 'restricted',
  cost: '17',
  rows: '30',
  support: null,
  transforms: [],
  settings: [
    { name: 'search_path', value: '' },
    { name: 'statement_timeout', value: '5s' },
  ],
  body_style: 'text',
  body: '\nbegin\n  return query select 1, 2.5; -- $function$\nend',
}

export const functionsCase: KindCase<FunctionDesign> = {
  kind: functions,
  setup: ['create schema "Odd.Functions"', 'create role "Caller"'],
  design,
  attached: [
    'revoke all on function public."Find ""bills"".x"(integer, text, text[]) from public',
    'grant execute on function public."Find ""bills"".x"(integer, text, text[]) to "Caller"',
  ],
  changes: {
    'the name': { to: { name: 'bills' }, touches: ['pg_proc.proname'] },
    'the schema': {
      to: { schema: 'Odd.Functions' },
      touches: ['pg_proc.pronamespace', 'pg_depend'],
    },
    'the body': { to: { body: 'begin\n  return;\nend' }, touches: ['pg_proc.prosrc'] },
    'a default': {
      to: {
        arguments: design.arguments.map((one) =>
          one.name === 'note' ? { ...one, default: "'some'::text" } : one,
        ),
      },
      touches: ['pg_proc.proargdefaults'],
    },
    'the volatility': { to: { volatility: 'immutable' }, touches: ['pg_proc.provolatile'] },
    'the call on NULL': { to: { strict: false }, touches: ['pg_proc.proisstrict'] },
    'the rights': { to: { security_definer: false }, touches: ['pg_proc.prosecdef'] },
    'the parallel safety': { to: { parallel: 'safe' }, touches: ['pg_proc.proparallel'] },
    'the cost': { to: { cost: '1' }, touches: ['pg_proc.procost'] },
    'the rows': { to: { rows: '5' }, touches: ['pg_proc.prorows'] },
    'a setting': {
      to: { settings: [{ name: 'search_path', value: '"Odd.Functions", public' }] },
      touches: ['pg_proc.proconfig'],
    },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'the arguments, as another function': {
      to: { arguments: design.arguments.slice(1) },
      touches: ['pg_proc', 'pg_description', 'pg_depend'],
    },
  },
}
