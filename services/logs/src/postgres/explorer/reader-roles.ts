import { EngineError, scramVerifier } from '@basalt/engine'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'
import type { Pool, PoolClient } from 'pg'

import { LogExplorerError } from '../../port/log-explorer.ts'

/** May use the schema `log_sources` and read its views, and nothing else. */
const readerGroup = 'basalt_logs_reader'
const rolePrefix = 'basalt_logs_'

/** In each database of a cluster with several installs the role means another project. */
export const readerRole = (ref: string): string => `${rolePrefix}${ref}`

/** Any number that no other part of the server uses. */
const lockKey = 4_400_031

/** Settings of the role, for connections that bring none of their own. */
const roleSettings: Readonly<Record<string, string>> = {
  default_transaction_read_only: 'on',
  search_path: 'log_sources',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
  lock_timeout: '2s',
  work_mem: '16MB',
}

/** Bytes of temporary files of a connection; only a superuser may set it. */
const tempFileLimit = '512MB'

type Known = { keepDays: number; projectId: number }
type Login = { user: string; password: string }

/** Logins of the system database, one for each project whose logs were queried. */
export class ReaderRoles {
  readonly #pool: Pool
  readonly #passwordOf: (ref: string) => string
  readonly #known = new Map<string, Known>()

  constructor(pool: Pool, passwordOf: (ref: string) => string) {
    this.#pool = pool
    this.#passwordOf = passwordOf
  }

  /**
   * Creates the role at its first use in this process, and keeps the retention that its rows are
   * read with.
   *
   * @throws LogExplorerError `unsupported` when the owner of the database may not create roles.
   */
  async login(ref: string, { keepDays, projectId }: Known): Promise<Login> {
    const role = readerRole(ref)
    const password = this.#passwordOf(ref)
    const known = this.#known.get(ref)
    if (known?.keepDays !== keepDays || known.projectId !== projectId) {
      await this.#locked(async (client) => {
        await createRole(client, role, password)
        await client.query(
          `insert into logs.readers (role_name, project_id, keep_days) values ($1, $2, $3)
           on conflict (role_name) do update
           set project_id = excluded.project_id, keep_days = excluded.keep_days`,
          [role, projectId, keepDays],
        )
      })
      this.#known.set(ref, { keepDays, projectId })
    }
    return { user: role, password }
  }

  /** After a refused login: another server may have removed the role. */
  forgetKnown(ref: string): void {
    this.#known.delete(ref)
  }

  /** Drops the roles of projects that are not among the existing ones. */
  async dropOthers(existing: readonly string[]): Promise<void> {
    const { rows } = await this.#pool.query<{ role_name: string }>(
      'select role_name::text from logs.readers where not role_name = any ($1::name[])',
      [existing.map(readerRole)],
    )
    for (const { role_name: role } of rows) {
      // Few, and each takes a lock.
      // oxlint-disable-next-line no-await-in-loop
      await this.#locked(async (client) => {
        await client.query(`drop role if exists ${quoteIdent(role)}`)
        await client.query('delete from logs.readers where role_name = $1', [role])
      })
      this.#known.delete(role.slice(rolePrefix.length))
    }
  }

  /** Servers that create the same role wait for each other. */
  async #locked(work: (client: PoolClient) => Promise<void>): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [lockKey])
      await work(client)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw (error as { code?: unknown }).code === '42501' ? mayNotCreate(error) : error
    } finally {
      client.release()
    }
  }
}

const mayNotCreate = (cause: unknown) =>
  new LogExplorerError(
    'unsupported',
    'Queries over logs need a role of the system database that may create roles. Grant CREATEROLE to the role of BASALT_SYSTEM_DATABASE_URL.',
    { cause },
  )

async function createRole(client: PoolClient, role: string, password: string): Promise<void> {
  const exists = async (name: string) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
    return rowCount === 1
  }
  const group = quoteIdent(readerGroup)
  if (!(await exists(readerGroup))) await client.query(`create role ${group} nologin`)
  await client.query(`grant usage on schema log_sources to ${group}`)
  await client.query(`grant select on all tables in schema log_sources to ${group}`)
  const name = quoteIdent(role)
  const verifier = quoteLiteral(await scramVerifier(password))
  const attributes = `login noinherit nocreatedb nocreaterole connection limit 8 password ${verifier}`
  await client.query(
    (await exists(role)) ? `alter role ${name} ${attributes}` : `create role ${name} ${attributes}`,
  )
  await client.query(`grant ${group} to ${name} with inherit true, set false`)
  for (const [setting, value] of Object.entries(roleSettings)) {
    // One after the other on one connection.
    // oxlint-disable-next-line no-await-in-loop
    await client.query(`alter role ${name} set ${setting} = ${quoteLiteral(value)}`)
  }
  await client.query('savepoint limits')
  await client
    .query(`alter role ${name} set temp_file_limit = ${quoteLiteral(tempFileLimit)}`)
    .catch(() => client.query('rollback to limits'))
}

/** PostgreSQL refused the login itself. */
export const isRefusedLogin = (error: unknown): boolean => {
  if (!(error instanceof EngineError)) return false
  return String((error.cause as { code?: unknown } | undefined)?.code).startsWith('28')
}
