import type { EngineError } from '@basalt/engine'

import type { Fragment } from './steps.ts'

/** Fields with a whole expression, as policies have them. */
const expressions: ReadonlySet<string> = new Set(['using', 'check'])

/**
 * The expressions that an error without a position may be about: PostgreSQL gives none for policies.
 * The name in the message decides, else the error belongs to each of them.
 */
export function listFaultyExpressions(fragment: Fragment, { message, sql }: EngineError): string[] {
  const state = sql?.sqlstate ?? ''
  if (!state.startsWith('42') || state === '42501') return []
  const pieces = fragment.flatMap((part) => (typeof part === 'string' ? [] : [part]))
  const found = pieces.filter(({ field }) => expressions.has(field))
  if (found.length === 0) return []
  if (state === '42710') return ['name']
  if (state === '42704' && message.startsWith('role ')) return ['roles']
  const name = /"([^"]+)"|function (\w+)\(|column ([\w.]+)/u.exec(message)?.slice(1).find(Boolean)
  const named = found.filter(({ text }) => name !== undefined && text.includes(name))
  return (named.length === 0 ? found : named).map(({ field }) => field)
}
