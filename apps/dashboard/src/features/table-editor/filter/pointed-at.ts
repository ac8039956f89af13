/**
 * The line of a place, counted in characters from 1 as PostgreSQL does, with a caret below
 * the place.
 */
export function pointedAt(text: string, position: number): string {
  const before = Array.from(text)
    .slice(0, position - 1)
    .join('')
  const start = before.lastIndexOf('\n') + 1
  const [line = ''] = text.slice(start).split('\n')
  return `${line}\n${' '.repeat(Array.from(before.slice(start)).length)}^`
}
