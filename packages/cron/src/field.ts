/** One of the five fields of a pattern. */
export type Field = {
  /** Sorted; `$` and names are resolved, and Sunday is 0. */
  values: readonly number[]
  /** Whether it begins with `*`: cron then requires both the day of the month and the weekday. */
  hasStar: boolean
  /** Whether it has a wildcard or a step anywhere. */
  isRepeated: boolean
  /** The last day of the month, on top of the values. */
  hasLastDay: boolean
}

export type FieldKind = 'minute' | 'hour' | 'day of the month' | 'month' | 'weekday'

type Limits = { least: number; most: number; names?: readonly string[] }

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdayNames = 'sun mon tue wed thu fri sat'.split(' ')

const limits: Record<FieldKind, Limits> = {
  minute: { least: 0, most: 59 },
  hour: { least: 0, most: 23 },
  'day of the month': { least: 1, most: 31 },
  month: { least: 1, most: 12, names: monthNames },
  // 7 is Sunday, like 0.
  weekday: { least: 0, most: 7, names: weekdayNames },
}

/** An error of a field, in words for the user. */
export class FieldError extends Error {}

/** Reads a field as pg_cron does: lists of numbers, names, ranges and steps. */
export function readField(kind: FieldKind, text: string): Field {
  const values = new Set<number>()
  let hasLastDay = false
  let isRepeated = false
  for (const part of text.split(',')) {
    if (part === '$' && kind === 'day of the month') hasLastDay = true
    else {
      const range = readPart(kind, part)
      isRepeated ||= range.isRepeated
      for (let at = range.from; at <= range.to; at += range.step) {
        values.add(kind === 'weekday' ? at % 7 : at)
      }
    }
  }
  const sorted = [...values].toSorted((one, other) => one - other)
  return { values: sorted, hasStar: text.startsWith('*'), isRepeated, hasLastDay }
}

function readPart(kind: FieldKind, part: string) {
  const { least, most } = limits[kind]
  if (part === '') throw new FieldError(`The ${kind} has a comma without a value`)
  const [range = '', stepText, ...rest] = part.split('/')
  if (rest.length > 0) throw new FieldError(`The ${kind} “${part}” has two steps`)
  const step = stepText === undefined ? 1 : readStep(kind, stepText)
  if (range === '*') {
    return { from: least, to: kind === 'weekday' ? 6 : most, step, isRepeated: true }
  }
  const [fromText = '', toText, ...more] = range.split('-')
  if (more.length > 0) throw new FieldError(`The ${kind} “${part}” is not a range`)
  const from = readValue(kind, fromText)
  if (toText === undefined) {
    if (stepText !== undefined) {
      throw new FieldError(
        `The ${kind} “${part}” has a step without a range: write ${from}-${most}/${stepText}`,
      )
    }
    return { from, to: from, step, isRepeated: false }
  }
  const to = readValue(kind, toText)
  if (from > to) {
    throw new FieldError(
      `The ${kind} “${part}” runs backwards: write ${from}-${kind === 'weekday' ? 6 : most},${least}-${to}`,
    )
  }
  return { from, to, step, isRepeated: stepText !== undefined }
}

function readStep(kind: FieldKind, text: string): number {
  const step = /^\d{1,4}$/u.test(text) ? Number(text) : 0
  if (step < 1) throw new FieldError(`The step “${text}” of the ${kind} is not a positive number`)
  return step
}

function readValue(kind: FieldKind, text: string): number {
  const { least, most, names } = limits[kind]
  const named = names?.indexOf(text.toLowerCase()) ?? -1
  if (named >= 0) return named + (kind === 'month' ? 1 : 0)
  if (!/^\d{1,4}$/u.test(text)) {
    const examples = names === undefined ? '' : `, or a name such as ${names[1]}`
    throw new FieldError(
      `The ${kind} “${text}” is not a number from ${least} to ${most}${examples}`,
    )
  }
  const value = Number(text)
  if (value < least || value > most) {
    throw new FieldError(`The ${kind} ${value} is not between ${least} and ${most}`)
  }
  return value
}
