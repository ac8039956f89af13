import { EngineError, isVerifierOf, type Queryable, scramVerifier } from '@basalt/engine'
import type { OpenDatabase } from '@basalt/pg-connection'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { findLogins, type FoundLogin, type LoginShape, repairStatements } from './login-repair.ts'
import {
  jobShape,
  jobLogin,
  loginShapes,
  ownerRole,
  readerPattern,
  readerShape,
  userDatabase,
} from './roles.ts'

type Options = {
  major: number
  getPassword: (login: string) => string
  /** Timeout of a reader's statements, in milliseconds. */
  readerStatementMs: number
}

/** Fewer connections than these would leave none for the dashboard. */
const leastConnections = 20

/**
 * Keeps the dashboard's logins of one cluster in their required state. The control role does all of
 * it in its own database, where no code of the tenant can run.
 */
export class ClusterLogins {
  readonly #control: OpenDatabase
  readonly #options: Options

  constructor(control: OpenDatabase, options: Options) {
    this.#control = control
    this.#options = options
  }

  /**
   * Reverts what a tenant has changed of the logins: a password, settings, the right to connect.
   * Idempotent.
   *
   * @returns whether anything had to be repaired.
   */
  async repair(): Promise<boolean> {
    const isOpened = await this.#openDatabase()
    const { major, getPassword } = this.#options
    const isRepaired = await this.#repair(loginShapes(major, getPassword))
    return isOpened || isRepaired
  }

  /** Creates a reader's login when it is missing, and repairs it. */
  async ensureReader(login: string): Promise<boolean> {
    const { getPassword, readerStatementMs } = this.#options
    const secret = { password: getPassword(login), statementMs: readerStatementMs }
    return this.#repair([readerShape(login, secret)])
  }

  /**
   * Creates or repairs the login for jobs of a role.
   *
   * @returns whether anything had to be repaired, and the identity of the role, which another one of
   *   the same name does not have.
   */
  async ensureJobs(role: string): Promise<{ isRepaired: boolean; roleId: string }> {
    const [found] = await this.#control.query<{ isRefused: boolean; id: string }>(
      `select rolsuper or rolname ~ '^(pg|basalt)_' as "isRefused", oid::text as id
       from pg_roles where rolname = $1`,
      [role],
    )
    if (found === undefined)
      throw new EngineError('unsupported', `The role ${role} does not exist.`)
    if (found.isRefused) throw new EngineError('unsupported', `Jobs cannot run as ${role}.`)
    const shape = jobShape(role, this.#options.getPassword(jobLogin(role)))
    return { isRepaired: await this.#repair([shape]), roleId: found.id }
  }

  /**
   * Drops the logins of readers who are not connected, but for these. One that cannot be dropped,
   * because the tenant granted something to it, is closed.
   */
  async dropReaders(but: readonly string[]): Promise<void> {
    const deleted = await this.#control.query<{ login: string }>(
      `select r.rolname::text as login from pg_roles r
       where r.rolname like '${readerPattern}' and r.rolcanlogin and r.rolname <> all ($1)
         and not exists (select from pg_stat_activity a where a.usesysid = r.oid)`,
      [but],
    )
    for (const { login } of deleted) {
      const role = quoteIdent(login)
      await this.#control
        .query(`drop role ${role}`)
        .catch(() => this.#control.query(`alter role ${role} nologin password null`))
    }
  }

  async setOwnerPassword(password: string, { endSessions }: { endSessions: boolean }) {
    // PostgreSQL prepares other letters by rules of Unicode before it hashes them.
    const isPlain = /^[\x20-\x7e]+$/u.test(password)
    const secret = isPlain ? await scramVerifier(password) : password
    await this.#control.query(
      `alter role ${quoteIdent(ownerRole)} login valid until 'infinity' password ${quoteLiteral(secret)}`,
    )
    if (!endSessions) return
    await this.#control.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
      [ownerRole],
    )
  }

  async #repair(shapes: readonly LoginShape[]): Promise<boolean> {
    if ((await this.#listRepairs(this.#control, shapes)).length === 0) return false
    return this.#control.transaction(async (tx) => {
      // PostgreSQL refuses a second process that changes the same role at this moment.
      await tx.query(`select pg_advisory_xact_lock(hashtext('logins'))`)
      const statements = await this.#listRepairs(tx, shapes)
      for (const statement of statements) await tx.query(statement)
      return statements.length > 0
    })
  }

  async #listRepairs(db: Queryable, shapes: readonly LoginShape[]): Promise<string[]> {
    const found = await db.query<FoundLogin>(findLogins, [
      shapes.map(({ login }) => login),
      userDatabase,
    ])
    const statements: string[] = []
    for (const shape of shapes) {
      const one = found.find(({ login }) => login === shape.login)
      statements.push(...(await this.#repairOf(shape, one)))
    }
    return statements
  }

  async #repairOf(shape: LoginShape, found: FoundLogin | undefined): Promise<string[]> {
    const stored = found?.verifier ?? null
    const { password } = shape
    const isPasswordRight =
      password === null ? stored === null : await isVerifierOf(stored, password)
    return repairStatements({
      shape,
      found,
      isPasswordRight,
      verifier: isPasswordRight || password === null ? null : await scramVerifier(password),
      database: userDatabase,
      hasGrantOptions: this.#options.major >= 16,
    })
  }

  /** An owner may close the database to everybody, and to the dashboard with it. */
  async #openDatabase(): Promise<boolean> {
    const [closed] = await this.#control.query<{ isClosed: boolean; isFull: boolean }>(
      `select not datallowconn as "isClosed", datconnlimit between 0 and $2 - 1 as "isFull"
       from pg_database where datname = $1 and datconnlimit <> -2
         and (not datallowconn or datconnlimit between 0 and $2 - 1)`,
      [userDatabase, leastConnections],
    )
    if (closed === undefined) return false
    await this.#control.query(
      `alter database ${quoteIdent(userDatabase)} ${closed.isClosed ? 'allow_connections true' : ''} ${closed.isFull ? 'connection limit -1' : ''}`,
    )
    return true
  }
}
