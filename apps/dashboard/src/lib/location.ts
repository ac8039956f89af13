/** Search parameters are parsed and serialized as plain strings; routes give them types. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

/** Brackets and commas, which need no encoding in a query, stay readable. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'number') query.set(name, String(value))
    if (typeof value === 'string' && value !== '') query.set(name, value)
  }
  const text = query.toString().replaceAll(/%2[89C]/gu, decodeURIComponent)
  return text === '' ? '' : `?${text}`
}

/** A URL made by `paths` in the shape that the router's links take. */
export function toLocation(href: string): {
  to: string
  search: Record<string, string>
  hash?: string
} {
  const [page = '', hash] = href.split('#')
  const [to = '/', query = ''] = page.split('?')
  return { to, search: parseSearch(query), ...(hash !== undefined && { hash }) }
}
