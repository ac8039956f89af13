import type { FunctionArgument, FunctionDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { type Fragment, joined, piece } from '../../../designs/steps.ts'
import { namedPieces, quoted } from '../../object-steps.ts'
import { settingPieces } from '../../setting-pieces.ts'

/** The arguments that tell functions of one name apart, in parentheses. */
export function signature({ arguments: list }: FunctionDesign): string {
  const types = list
    .filter(({ mode }) => mode !== 'table')
    .map(({ mode, type }) => (mode === 'in' ? type : `${mode} ${type}`))
  return `(${types.join(', ')})`
}

export const subjectOf = (design: FunctionDesign): string =>
  `${design.kind} ${quoted(design)}${signature(design)}`

export const createFragment = (
  design: FunctionDesign,
  verb: 'create' | 'create or replace',
): Fragment => {
  const { kind, arguments: list } = design
  return [
    `${verb} ${kind} `,
    ...namedPieces(design),
    '(',
    ...joined(
      list.flatMap((one, at) => (one.mode === 'table' ? [] : [argumentPieces(one, at)])),
      ', ',
    ),
    ')\n',
    ...resultPieces(design),
    'language ',
    piece(quoteIdent(design.language), 'language'),
    ...transformPieces(design),
    ...attributePieces(design, null).flatMap((part): Fragment => [' ', ...part]),
    ...(design.support === null ? [] : [' support ', piece(design.support, 'support')]),
    ...design.settings.flatMap((one, at): Fragment => ['\n', ...settingPieces(one, at)]),
    '\n',
    ...bodyPieces(design),
  ]
}

function argumentPieces({ mode, name, type, default: value }: FunctionArgument, at: number) {
  const field = `arguments.${at}`
  return [
    ...(mode === 'in' || mode === 'table' ? [] : [piece(`${mode} `, `${field}.mode`)]),
    ...(name === '' ? [] : [piece(`${quoteIdent(name)} `, `${field}.name`)]),
    piece(type, `${field}.type`),
    ...(value === null || value === '' ? [] : [' default ', piece(value, `${field}.default`)]),
  ] satisfies Fragment
}

function resultPieces({ returns, arguments: list }: FunctionDesign): Fragment {
  const columns = list.flatMap((one, at) => (one.mode === 'table' ? [argumentPieces(one, at)] : []))
  if (columns.length > 0) return ['returns table (', ...joined(columns, ', '), ')\n']
  return returns === null || returns === '' ? [] : ['returns ', piece(returns, 'returns'), '\n']
}

const transformPieces = ({ transforms }: FunctionDesign): Fragment =>
  transforms.length === 0
    ? []
    : [' transform ', piece(transforms.map((type) => `for type ${type}`).join(', '), 'transforms')]

/** The attributes that differ; of a new function those that are not PostgreSQL's defaults. */
export function attributePieces(to: FunctionDesign, from: FunctionDesign | null): Fragment[] {
  const parts: Fragment[] = []
  const add = <Name extends keyof FunctionDesign>(
    name: Name,
    usual: FunctionDesign[Name],
    write: (value: FunctionDesign[Name]) => string,
  ) => {
    if (to[name] !== (from === null ? usual : from[name]))
      parts.push([piece(write(to[name]), name)])
  }
  if (to.kind === 'function') {
    add('volatility', 'volatile', (value) => value)
    add('strict', false, (is) => (is ? 'strict' : 'called on null input'))
    add('leakproof', false, (is) => (is ? 'leakproof' : 'not leakproof'))
    add('parallel', 'unsafe', (value) => `parallel ${value}`)
    if (to.cost !== '') add('cost', '', (value) => `cost ${value}`)
    if (to.rows !== '') add('rows', '', (value) => `rows ${value}`)
  }
  add('security_definer', false, (is) => (is ? 'security definer' : 'security invoker'))
  return parts
}

function bodyPieces({ body, body_style }: FunctionDesign): Fragment {
  if (body_style === 'sql') return [piece(body, 'body')]
  const tag = freeTag(body)
  // An unfinished block is found at the end of the body, which is the closing tag.
  return [`as ${tag}`, piece(`${body}${tag}`, 'body')]
}

function freeTag(body: string): string {
  let tag = '$function$'
  for (let count = 1; body.includes(tag.slice(0, -1)); count += 1) tag = `$function${count}$`
  return tag
}
