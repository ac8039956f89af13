/**
 * The statement as EXPLAIN asks about it: something is put before it and nothing else is
 * changed, so places in it stay known. One that explains itself stays as it is.
 */
export function explainText(statement: string, { isRun }: { isRun: boolean }): string {
  if (/^\s*explain\b/iu.test(statement)) return statement
  const options = isRun
    ? 'analyze, buffers, settings, wal, verbose, format json'
    : 'settings, verbose, format json'
  return `explain (${options})\n${statement}`
}
