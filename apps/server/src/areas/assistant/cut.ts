/** The text, or its beginning with a mark that there was more. */
export const cutText = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit)}…` : text

/** As many lines as fit, followed by `more` with the number of omitted ones. */
export function cutLines(
  lines: readonly string[],
  { limit, more }: { limit: number; more: (omitted: number) => string },
): string {
  let length = 0
  let fit = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > limit) break
    fit += 1
  }
  const shown = lines.slice(0, fit)
  return fit === lines.length ? shown.join('\n') : [...shown, more(lines.length - fit)].join('\n')
}
