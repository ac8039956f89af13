type Cells = readonly (string | null)[]

const needsQuotes = { ',': /[",\r\n]/u, '\t': /["\t\r\n]/u } as const

/**
 * Formats a row as RFC 4180 defines it, or with tabs. NULL is an empty field and an empty text is
 * `""`, as PostgreSQL's COPY reads them.
 */
export const delimitedLine = (cells: Cells, delimiter: keyof typeof needsQuotes = ','): string => {
  const special = needsQuotes[delimiter]
  return `${cells.map((cell) => field(cell, special)).join(delimiter)}\r\n`
}

function field(value: string | null, special: RegExp): string {
  if (value === null) return ''
  return value === '' || special.test(value) || value.trim() !== value || value === '\\.'
    ? `"${value.replaceAll('"', '""')}"`
    : value
}
