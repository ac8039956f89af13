/** A value of PostgreSQL's COPY text format. */
export type CopyValue = string | number | bigint | boolean | null

const special = /[\\\t\n\r]/gu
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

function escape(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return value.replaceAll(special, (character) => escapes[character] ?? character)
}

/** One line of COPY … FROM STDIN. */
export const copyLine = (values: readonly CopyValue[]): string =>
  `${values.map(escape).join('\t')}\n`
