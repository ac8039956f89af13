/** The line of a place, counted from 1 in the text as it is, with a caret below the place. */
export function pointedAt(text: string, position: number): string {
  const before = text.slice(0, position - 1)
  const start = before.lastIndexOf('\n') + 1
  const [line = ''] = text.slice(start).split('\n')
  return `${line}\n${' '.repeat(Array.from(before.slice(start)).length)}^`
}
