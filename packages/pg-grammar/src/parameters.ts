import { tokens } from '@basalt/pg-sql'

/** A place for a value: `$1`, or `id` for `:id`. */
export type Parameter = {
  /** `$1`, or the name without its colon. */
  name: string
  start: number
  end: number
}

/** The numbered parameters of a statement, which PostgreSQL supports itself. */
const numberedIn = (text: string): Parameter[] =>
  [...tokens(text)].flatMap(({ start, end }) =>
    /^\$\d+$/u.test(text.slice(start, end)) ? [{ name: text.slice(start, end), start, end }] : [],
  )

/** Neither inside a dollar quote nor a number: an unbroken word right after a colon. */
const isName = (text: string): boolean => /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/u.test(text)

/**
 * The named places, `:id`. A colon that PostgreSQL reads itself is none: `::` and `:=`, and the
 * bounds of a slice of an array, `a[b:c]`, which parentheses turn back into an expression.
 */
export function namedIn(text: string): Parameter[] {
  const found: Parameter[] = []
  const open: ('(' | 'list' | 'subscript')[] = []
  let before = ''
  let colon: { start: number } | null = null
  for (const { kind, start, end } of tokens(text)) {
    const part = text.slice(start, end)
    if (kind === 'space' || kind === 'comment') {
      colon = null
      continue
    }
    if (part === '[') {
      const isList = before.toLowerCase() === 'array' || (before !== ']' && open.at(-1) === 'list')
      open.push(isList ? 'list' : 'subscript')
    }
    if (part === '(') open.push('(')
    if (part === ']' || part === ')') open.pop()
    if (colon !== null && kind === 'word' && isName(part) && open.at(-1) !== 'subscript') {
      found.push({ name: part, start: colon.start, end })
    }
    colon = part === ':' && before !== ':' ? { start } : null
    before = part
  }
  return found
}

/**
 * Every parameter of a text, in order, as its tokens show; `named` replaces the scan when the names
 * are known.
 */
export const listPositions = (text: string, named = namedIn(text)): Parameter[] =>
  [...named, ...numberedIn(text)].toSorted((a, b) => a.start - b.start)

/**
 * Replaces each named parameter by `$1`, so that PostgreSQL's parser accepts the text and offsets
 * do not change. Which number it is does not matter to the parser.
 */
export function withNumbers(text: string, named: readonly Parameter[]): string {
  let filled = ''
  let done = 0
  for (const { start, end } of named) {
    filled += text.slice(done, start) + '$1'.padEnd(end - start)
    done = end
  }
  return filled + text.slice(done)
}

/** A statement that can be run with parameters. */
export type Bound = {
  /** With a number in each place. */
  text: string
  /** The meaning of the numbers, `$1` first: the requested names, or `$1` itself. */
  order: string[]
  /** Maps an offset of the new text to the old one. */
  getOffset(offset: number): number
}

/** Numbers the given names of a statement after its own numbers. */
export function numbered(
  text: string,
  parameters: readonly Parameter[],
  names: ReadonlySet<string>,
): Bound {
  const own = parameters.map(({ name }) => (name.startsWith('$') ? Number(name.slice(1)) : 0))
  const order = Array.from({ length: Math.max(0, ...own) }, (_, at) => `$${at + 1}`)
  const shifts: { at: number; by: number }[] = []
  let filled = ''
  let done = 0
  for (const { name, start, end } of parameters) {
    if (name.startsWith('$') || !names.has(name)) continue
    if (!order.includes(name)) order.push(name)
    filled += `${text.slice(done, start)}$${order.indexOf(name) + 1}`
    done = end
    shifts.push({ at: filled.length, by: end - filled.length })
  }
  return {
    text: filled + text.slice(done),
    order,
    getOffset: (offset) => offset + (shifts.findLast(({ at }) => at <= offset)?.by ?? 0),
  }
}
