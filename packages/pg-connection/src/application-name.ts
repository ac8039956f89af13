/** PostgreSQL cuts what is longer. */
const mostBytes = 63

/**
 * `application_name` of a person's connections, as `pg_stat_activity`, the log and the audit show
 * it: `basalt/ada@example.com`. What is not printable ASCII becomes `?`, as PostgreSQL would do.
 */
export function applicationName(person: string | undefined): string {
  if (person === undefined || person === '') return 'basalt'
  return `basalt/${person.replaceAll(/[^\x21-\x7e]/gu, '?')}`.slice(0, mostBytes)
}
