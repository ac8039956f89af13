import { databaseFunctions, type FunctionRow } from '@basalt/contract/database/objects/functions'
import { databaseQuery } from '@basalt/contract/database/query'
import type { FunctionDesign } from '@basalt/pg-model'
import { Play, SquareFunction } from 'lucide-react'

import { late } from '../../../../ui/late.tsx'
import { defineKind } from '../../model/object-kind.ts'

const RunForm = late(async () => (await import('./RunForm.tsx')).RunForm)

const code = (text: string) => <code className="font-mono text-xs">{text}</code>

export const functions = defineKind<FunctionRow, FunctionDesign>({
  kind: 'functions',
  noun: 'function',
  nouns: 'functions',
  title: 'Functions',
  description: 'Functions and procedures. Aggregates and window functions are not listed.',
  icon: SquareFunction,
  empty:
    'A function runs in the database: in queries, from triggers and policies, or over the API.',
  routes: databaseFunctions,
  isInSchema: true,
  columns: [
    {
      id: 'arguments',
      header: 'Arguments',
      width: 'minmax(0, 2fr)',
      hideBelow: 'phone',
      cell: (row) => code(row.arguments),
    },
    {
      id: 'returns',
      header: 'Returns',
      width: 'minmax(0, 1fr)',
      hideBelow: 'narrow',
      cell: ({ returns }) => code(returns ?? ''),
    },
    {
      id: 'language',
      header: 'Language',
      width: '100px',
      hideBelow: 'narrow',
      cell: ({ language }) => language,
      sortValue: ({ language }) => language,
    },
    {
      id: 'kind',
      header: 'Kind',
      width: '100px',
      hideBelow: 'narrow',
      cell: ({ kind }) => kind,
      sortValue: ({ kind }) => kind,
    },
    {
      id: 'security',
      header: 'Security',
      width: '90px',
      hideBelow: 'narrow',
      cell: ({ security }) => security,
      sortValue: ({ security }) => security,
    },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    owner: null,
    comment: null,
    kind: 'function',
    arguments: [],
    returns: 'void',
    language: 'plpgsql',
    volatility: 'volatile',
    strict: false,
    security_definer: false,
    leakproof: false,
    parallel: 'unsafe',
    cost: '',
    rows: '',
    support: null,
    transforms: [],
    settings: [],
    body_style: 'text',
    body: 'begin\n\nend',
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy` }),
  action: {
    show: 'run',
    label: 'Run',
    icon: Play,
    route: databaseQuery.run,
    verb: 'run functions',
    Dialog: RunForm,
  },
  facts: ({ row, design }) => [
    { name: 'Kind', value: row.kind },
    { name: 'Arguments', value: row.arguments },
    { name: 'Returns', value: row.returns },
    { name: 'Language', value: row.language },
    { name: 'Security', value: row.security },
    { name: 'Executable by', value: row.executors.join(', ') },
    { name: 'Volatility', value: design.volatility },
    {
      name: 'Settings',
      value: design.settings.map(({ name, value }) => `${name} = ${value || "''"}`).join(', '),
    },
  ],
})
