import { isReadTimeout } from './prepared-reads.ts'

/** Classes and states of PostgreSQL's errors: no connection, a server that ends or starts. */
const states = /^(?:08...|57P0[1-5]|53300)$/u
/** Of the operating system, when the server is not there. */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** Of the driver and its pool, which give no codes. */
const messages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/u

/** Whether the system database was unreachable: the same query may succeed later. */
export function isSystemDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string') {
    // The file of its Unix socket is missing while it is down.
    return (
      states.test(code) || socketCodes.has(code) || (code === 'ENOENT' && syscall === 'connect')
    )
  }
  return messages.test(error.message) || isReadTimeout(error)
}
