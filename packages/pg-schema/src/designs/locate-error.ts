import { EngineError } from '@basalt/engine'

import { listFaultyExpressions } from './expression-fields.ts'
import { type Fragment, placeAt, type Step } from './steps.ts'

type Named = { name: string }

/** The column field of errors without a position, by SQLSTATE. */
const partOfState: Readonly<Record<string, string>> = {
  '42701': 'name',
  '42704': 'data_type',
  '42P16': 'data_type',
  '42804': 'default',
  '42611': 'default',
  '22P02': 'default',
  '22003': 'default',
  '22007': 'default',
  '22008': 'default',
  '22001': 'default',
  '23502': 'is_nullable',
  '42P17': 'generated',
}

const ofTable: Readonly<Record<string, string>> = {
  '42P07': 'name',
  '42723': 'name',
  '3F000': 'schema',
  '42P06': 'schema',
}

/**
 * The field of the design that caused PostgreSQL's error, with its message; undefined when there is
 * none. The position in the statement decides where there is one, else the name of a column in the
 * message.
 */
export function locateError(
  error: unknown,
  { fragment, findField }: Pick<Step, 'fragment' | 'findField'>,
  columns: readonly Named[],
): Record<string, string> | undefined {
  if (!(error instanceof EngineError) || error.sql === undefined) return undefined
  const { sqlstate, position, detail } = error.sql
  const message = detail === undefined ? error.message : `${error.message}: ${detail}`
  if (isMissingCast(error)) {
    const field = fragment.find(
      (part) => typeof part !== 'string' && part.field.endsWith('data_type'),
    )
    if (field !== undefined && typeof field !== 'string') {
      return { [field.field.replace(/data_type$/u, 'using')]: castMessage }
    }
  }
  const pointed = position === undefined ? undefined : placeAt(fragment, position)
  if (pointed !== undefined) {
    const { field, line, hasLines } = pointed
    return { [field]: hasLines ? `line ${line}: ${message}` : message }
  }
  const found = findField?.(error)
  if (found !== undefined) return { [found]: message }
  const conversion = conversionField(fragment, error)
  if (conversion !== undefined) return { [conversion]: message }
  const expressions = listFaultyExpressions(fragment, error)
  if (expressions.length > 0)
    return Object.fromEntries(expressions.map((field) => [field, message]))
  const key = referringField(fragment, error)
  if (key !== undefined) return { [key]: message }
  if (ofTable[sqlstate] !== undefined) return { [ofTable[sqlstate]]: message }
  const named = /column "((?:[^"]|"")+)"/u.exec(error.message)?.[1]
  const index = columns.findLastIndex(({ name }) => name === named)
  const part = partOfState[sqlstate]
  if (index !== -1 && part !== undefined) return { [`columns.${index}.${part}`]: message }
  return onlyPart(fragment, part, message) ?? onlyField(fragment, message)
}

/** Errors about the other table of a foreign key name that table or the key, without a place. */
const ofForeignKey: ReadonlySet<string> = new Set(['42P01', '42703', '42830', '42804', '23503'])

function referringField(fragment: Fragment, error: EngineError): string | undefined {
  if (!ofForeignKey.has(error.sql?.sqlstate ?? '')) return undefined
  const keys = fragment.flatMap((part) =>
    typeof part !== 'string' && part.field.endsWith('.references') ? [part] : [],
  )
  const isOfKey = /foreign key|referenced table|relation "/u.test(error.message)
  if (!isOfKey) return undefined
  const names = [...error.message.matchAll(/"([^"]+)"/gu)].flatMap(([, name = '']) =>
    name.split('.').slice(-1),
  )
  const named = keys.find(({ text }) => names.some((name) => text.includes(`"${name}"`)))
  return (named ?? (keys.length === 1 ? keys[0] : undefined))?.field
}

/**
 * The expression that made new values of the old ones, when one of them was none: such errors
 * have no place in the statement. Of several it is the one whose type the message names.
 */
function conversionField(fragment: Fragment, { message, sql }: EngineError): string | undefined {
  if (sql?.sqlstate.startsWith(dataException) !== true) return undefined
  const typeByField = new Map(
    fragment.flatMap((part) =>
      typeof part === 'string' ? [] : [[part.field, part.text] as const],
    ),
  )
  const fields = [...typeByField.keys()].filter((field) => field.endsWith('.using'))
  const named = fields.filter((field) => {
    const type = typeByField.get(field.replace(/using$/u, 'data_type'))
    return type !== undefined && message.includes(type)
  })
  const [field] = fields.length === 1 ? fields : named
  return fields.length === 1 || named.length === 1 ? field : undefined
}

/** The class of SQLSTATE of values that are none. */
const dataException = '22'

const castMessage = 'PostgreSQL cannot convert these values automatically: enter a USING expression'

const isMissingCast = (error: EngineError) =>
  error.sql?.sqlstate === '42804' && /cannot be cast automatically/u.test(error.message)

/** The one place of its kind in the statement. */
function onlyPart(fragment: Fragment, part: string | undefined, message: string) {
  const fields = fragment.flatMap((one) =>
    typeof one !== 'string' && part !== undefined && one.field.endsWith(`.${part}`)
      ? [one.field]
      : [],
  )
  const [field] = fields
  return fields.length === 1 && field !== undefined ? { [field]: message } : undefined
}

/** A statement that was written from one field alone can only fail because of it. */
function onlyField(fragment: Fragment, message: string): Record<string, string> | undefined {
  const fields = new Set(fragment.flatMap((part) => (typeof part === 'string' ? [] : [part.field])))
  const [field] = fields
  return fields.size === 1 && field !== undefined ? { [field]: message } : undefined
}
