/** The field as a query reads it: `metadata.request.path` is `(metadata).request.path`. */
export function fieldText(relation: string, path: string): string {
  const [column = '', ...inner] = path.split('.')
  // A keyword of PostgreSQL's own is a column only after its relation.
  const first = column === 'user' ? `${relation}."user"` : column
  if (inner.length === 0) return first
  const records = inner.slice(0, -1)
  const opened = records.reduce((text, part) => `(${text}.${part})`, `(${first})`)
  return `${opened}.${inner.at(-1)}`
}
