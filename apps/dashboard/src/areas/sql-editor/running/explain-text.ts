/**
 * The statement with EXPLAIN: only a prefix is added, so its positions stay known. An EXPLAIN
 * statement is unchanged.
 */
export function explainText(statement: string, { isRun }: { isRun: boolean }): string {
  if (/^\s*explain\b/iu.test(statement)) return statement
  const options = isRun
    ? 'analyze, buffers, settings, wal, verbose, format json'
    : 'settings, verbose, format json'
  return `explain (${options})\n${statement}`
}
