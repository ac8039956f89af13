import { connect } from 'node:net'

import type { TestedConnection } from '@basalt/contract/wrappers/wrappers'
import { Client } from 'pg'

import type { CheckedAddress } from './target.ts'

export type Login = { database: string; username: string; password: string }

const timeoutMs = 5000

/** Tables that the login may read. */
const readable = `
  select n.nspname as schema, c.relname as name
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_'
    and n.nspname not in ('information_schema', 'basalt', 'basalt_trash', 'vault')
    and pg_catalog.has_schema_privilege(n.oid, 'usage')
    and pg_catalog.has_table_privilege(c.oid, 'select')
  order by 1, 2 limit 1000`

type RemoteTable = { schema: string; name: string }

export async function listRemoteTables(to: CheckedAddress, login: Login): Promise<RemoteTable[]> {
  const client = createClient(to, login)
  await client.connect()
  try {
    return (await client.query<RemoteTable>(readable)).rows
  } finally {
    await client.end()
  }
}

/** Tries the steps after the name was resolved, one after the other. */
export async function testConnection(to: CheckedAddress, login: Login): Promise<TestedConnection> {
  const fail = (failed: NonNullable<TestedConnection['failed']>, message: string) => ({
    failed,
    message,
    tables: 0,
  })
  const closed = await tryPort(to)
  if (closed !== null) return fail('port', closed)
  try {
    const tables = await listRemoteTables(to, login)
    return tables.length > 0
      ? { failed: null, message: null, tables: tables.length }
      : fail('privilege', `The role ${login.username} may not read any table`)
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown }
    if (isSqlstate(code)) return fail(/^(?:28|3D|53)/u.test(code) ? 'login' : 'privilege', message)
    return fail(to.sslmode === 'disable' ? 'login' : 'tls', message)
  }
}

const isSqlstate = (code: unknown): code is string =>
  typeof code === 'string' && /^[\dA-Z]{5}$/u.test(code)

/** Null when the port accepts connections. */
function tryPort({ address, port }: CheckedAddress): Promise<string | null> {
  return new Promise((done) => {
    const socket = connect({ host: address, port, timeout: timeoutMs })
    const end = (message: string | null) => {
      socket.destroy()
      done(message)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end(`Port ${port} did not answer within 5 seconds`))
    socket.once('error', () => end(`Port ${port} refuses connections`))
  })
}

function createClient({ host, address, port, sslmode }: CheckedAddress, login: Login): Client {
  const client = new Client({
    host: address,
    port,
    user: login.username,
    password: login.password,
    database: login.database,
    application_name: 'basalt',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: 2 * timeoutMs,
    ssl:
      sslmode === 'disable'
        ? false
        : { rejectUnauthorized: sslmode === 'verify-full', servername: host },
  })
  // A connection that ends later is reported by the statement that needs it.
  client.on('error', () => undefined)
  return client
}
