import { tokens } from '@basalt/pg-sql'

/** In the address: `?p.city=Oslo` sets `:city`, and `?p.1=Oslo` sets `$1`. */
export const prefix = 'p.'

/** Names of a text's parameters, in their order: `city` for `:city`, `1` for `$1`. */
export function parameterNames(text: string): string[] {
  const names = new Set<string>()
  let before = ''
  let beforeThat = ''
  for (const { kind, start, end } of tokens(text)) {
    const content = text.slice(start, end)
    const [, position] = /^\$(\d+)$/u.exec(content) ?? []
    if (position !== undefined) names.add(position)
    // Two colons are a cast, and `a:b` a slice of an array.
    else if (kind === 'word' && before === ':' && !/[:\w\]]$/u.test(beforeThat)) names.add(content)
    beforeThat = before
    before = content
  }
  return [...names]
}

/** The parameters that an address names; the other ones are left out. */
export function linkedParameters(search: Readonly<Record<string, string>>): Record<string, string> {
  const found = Object.entries(search).flatMap(([name, value]) =>
    name.startsWith(prefix) && name.length > prefix.length
      ? [[name.slice(prefix.length), value] as const]
      : [],
  )
  return Object.fromEntries(found)
}

/** The stored values, overridden by those of a link. */
export function withLinked(
  stored: string | undefined,
  linked: Readonly<Record<string, string>>,
): string {
  const values = Object.entries(linked).map(([name, text]) => [name, { type: 'text', text }])
  return JSON.stringify({ ...parsed(stored), ...Object.fromEntries(values) })
}

function parsed(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
