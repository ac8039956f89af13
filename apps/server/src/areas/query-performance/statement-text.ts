import { tokens } from '@basalt/pg-sql'

/**
 * Blanks the literals of a statement and removes its comments. PostgreSQL replaces constants by parameters, but not in utility
 * statements, which have passwords, and not where it evicts statements at a high rate.
 */
export function withoutLiterals(text: string): string {
  let result = ''
  for (const { kind, start, end } of tokens(text)) {
    const part = text.slice(start, end)
    const isLiteral = kind === 'quoted' && !part.startsWith('"') && !/^\$\d+$/u.test(part)
    // A comment separates words.
    if (kind === 'comment') result += ' '
    else result += isLiteral ? "'***'" : part
  }
  return result.trim()
}

const catalogName = /^(?:"?pg_|"?information_schema\b|"?basalt(?:_trash)?"?\.)/iu

/** Whether a statement reads the system catalogs only, as the pages of the dashboard do. */
export function readsCatalogOnly(text: string): boolean {
  const sources = [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?([^\s,;)]+)/giu)]
  const common = new Set(
    [...text.matchAll(/(\w+)\s*(?:\([^)]*\))?\s+as\s+(?:not\s+|materialized\s+)*\(/giu)].map(
      ([, name = '']) => name.toLowerCase(),
    ),
  )
  const names = sources
    .map(([, name = '']) => name)
    .filter((name) => !common.has(name.toLowerCase()) && !/^(?:\(|lateral|unnest)/iu.test(name))
  return names.length > 0 && names.every((name) => catalogName.test(name))
}
