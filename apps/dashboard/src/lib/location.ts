/** Search parameters are plain strings on the way in and out; routes give them types. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** A URL made by `paths` in the shape that the router's links take. */
export function toLocation(href: string): { to: string; search: Record<string, string> } {
  const [to = '/', query = ''] = href.split('?')
  return { to, search: parseSearch(query) }
}
