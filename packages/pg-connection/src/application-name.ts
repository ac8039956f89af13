import type { ClientBase, Connection } from 'pg'

/** PostgreSQL truncates longer names. */
const maxBytes = 63

/**
 * `application_name` of a person's connections, as `pg_stat_activity` and the log show it:
 * `basalt/ada@example.com`. All but plain ASCII becomes `?`, quotes and backslashes too.
 */
export function applicationName(person: string | undefined): string {
  if (person === undefined || person === '') return 'basalt'
  return `basalt/${person.replaceAll(/[^\x21-\x7e]|['"\\]/gu, '?')}`.slice(0, maxBytes)
}

/** The driver's parts that its declaration leaves out. */
type Wire = Connection & {
  query(text: string): void
  emit(event: string, ...answer: unknown[]): boolean
}

/** Events that are not an answer to a statement. */
const others = new Set(['end', 'error', 'notice', 'notification', 'parameterStatus', 'drain'])

/** Number of answers that the driver must not see. */
const unawaited = new WeakMap<Connection, number>()

/**
 * Renames an idle connection. The request is sent together with the next statement and costs no
 * round trip; its answer, which comes first, is hidden from the driver.
 *
 * @param name as `applicationName` makes it: nothing in it ends a string constant.
 */
export function setApplicationName(client: ClientBase, name: string): void {
  const { connection } = client as unknown as { connection: Wire }
  connection.query(`set application_name = '${name}'`)
  const before = unawaited.get(connection) ?? 0
  unawaited.set(connection, before + 1)
  if (before === 0) keepAnswers(connection)
}

function keepAnswers(connection: Wire): void {
  const pass: Wire['emit'] = connection.emit.bind(connection)
  connection.emit = (event: string, ...answer: unknown[]) => {
    if (others.has(event)) return pass(event, ...answer)
    if (event !== 'readyForQuery') return true
    const remaining = (unawaited.get(connection) ?? 1) - 1
    unawaited.set(connection, remaining)
    // The method of its class is there again.
    if (remaining === 0) Reflect.deleteProperty(connection, 'emit')
    return true
  }
}
