/** The file formats of a query. */
export type SnippetFile = 'sql' | 'migration' | 'seed'

/** A name that every file system accepts: `All orders (copy)` is `all_orders_copy`. */
export const fileWord = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .slice(0, 80) || 'query'

/** The moment as migrations are numbered: 14 digits, in UTC. */
export const migrationVersion = (now: Date): string =>
  now
    .toISOString()
    .replaceAll(/[^0-9]/gu, '')
    .slice(0, 14)

export function fileName(kind: SnippetFile, name: string, now: Date): string {
  if (kind === 'seed') return 'seed.sql'
  if (kind === 'sql') return `${fileWord(name)}.sql`
  return `${migrationVersion(now)}_${fileWord(name)}.sql`
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const content = text.endsWith('\n') ? text : `${text}\n`
  const url = URL.createObjectURL(new Blob([content], { type: 'application/sql' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
