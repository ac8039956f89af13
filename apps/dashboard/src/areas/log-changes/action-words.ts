/** `index.dropped` as words. */
export const actionWords = (action: string): string =>
  action.startsWith('sql.') && action !== 'sql.migrated'
    ? 'SQL editor'
    : action.replaceAll('_', ' ').replace('.', ' ')
