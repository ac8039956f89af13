/**
 * Whether the value matches the pattern: `%` matches any run of characters and may occur several
 * times; every other character matches itself.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  if (typeof pattern !== 'string' || typeof value !== 'string') return false
  const [first = '', ...rest] = pattern.split('%')
  const last = rest.pop()
  if (last === undefined) return pattern === value
  if (!value.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const found = value.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return value.length - last.length >= from && value.endsWith(last)
}
