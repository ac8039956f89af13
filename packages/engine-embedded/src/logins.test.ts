import { join } from 'node:path'

import type { DatabaseSession } from '@basalt/engine'
import { type DatabaseAddress, openDatabase, type OpenDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { passwordLabel } from './creation.ts'
import { controlRole, dashboardRole, readerLogin } from './roles.ts'
import { engineWithProject, installations } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

type Running = Awaited<ReturnType<typeof engineWithProject>>

const ada = { id: 'u-ada', name: 'ada@example.com' }
const ben = { id: 'u-ben', name: 'bén@example.com' }

/**
 * Ways in which a tenant could lock out the dashboard, each as the dashboard's login and as the
 * owner.
 */
const lockouts: readonly [string, { asLogin?: string; asOwner?: string }][] = [
  ['another password', { asLogin: `alter role basalt_dashboard password 'mine'` }],
  ['no password', { asLogin: `alter role basalt_dashboard password null` }],
  ['the right to connect', { asOwner: 'revoke connect on database postgres from public' }],
  ['a limit of connections', { asOwner: 'alter database postgres connection limit 0' }],
]

for (const { name, postgresDir, missing } of installations) {
  describe.skipIf(missing)(`the dashboard's logins on ${name}`, () => {
    let running: Running
    let control: OpenDatabase

    beforeAll(async () => {
      running = await engineWithProject({ postgresDir })
      control = openDatabase({
        ...(await running.engine.connection(running.ref)),
        host: join(running.dataDir, 's'),
        user: controlRole,
        password: testSecret(passwordLabel(controlRole, running.ref)),
        database: 'basalt',
      })
    }, 60_000)
    afterAll(async () => {
      await control.close()
      await running.dispose()
    })

    const owner = () => running.engine.open(running.ref, 'owner')
    const reader = (actor: typeof ada) => running.engine.open(running.ref, 'read-only', actor)
    /** As the SQL editor of a member with write access: with the rights of the login itself. */
    const asLogin = async (...statements: string[]) => {
      const session = await (await owner()).session()
      for (const statement of ['set role none', ...statements]) await session.query(statement)
      await session.release()
    }
    const again = async () => {
      await running.engine.disconnect()
      return owner()
    }

    test.each(lockouts)('%s locks out no login', async (_, { asLogin: own, asOwner }) => {
      if (own) await asLogin(own)
      if (asOwner) await (await owner()).query(asOwner)
      const db = await again()
      expect(await db.query('select current_user as name')).toEqual([{ name: 'postgres' }])
      expect(await (await reader(ada)).query('select 1 as n')).toEqual([{ n: 1 }])
      expect(await running.engine.health(running.ref)).toEqual({ ok: true })
    })

    test('a start reverts settings that a tenant made for them', async () => {
      await asLogin(
        `alter role basalt_dashboard set statement_timeout = 1`,
        `alter role basalt_dashboard in database postgres set search_path = nowhere`,
        `alter role basalt_dashboard reset role`,
      )
      await running.engine.restart(running.ref)
      const db = await owner()
      expect(await db.query('show statement_timeout')).toEqual([{ statement_timeout: '0' }])
      expect(await db.query('select current_user as name, current_schema as schema')).toEqual([
        { name: 'postgres', schema: 'public' },
      ])
    })

    test('the project is unhealthy while a login cannot be repaired', async () => {
      await running.engine.disconnect()
      await control.query('alter database postgres rename to elsewhere')
      await expect((await owner()).query('select 1')).rejects.toMatchObject({ kind: 'unreachable' })
      expect(await running.engine.health(running.ref)).toEqual({
        ok: false,
        reason: 'The database rejected the login of the dashboard (3D000).',
      })
      await control.query('alter database elsewhere rename to postgres')
      expect(await running.engine.health(running.ref)).toEqual({ ok: true })
    })

    test('are refused over TCP even with their correct passwords', async () => {
      const address = await running.engine.connection(running.ref)
      await reader(ada)
      for (const user of [dashboardRole, readerLogin(ada.id)]) {
        const password = testSecret(passwordLabel(user, running.ref))
        const database = openDatabase({ ...address, user, password } satisfies DatabaseAddress)
        await expect(database.query('select 1')).rejects.toMatchObject({
          cause: { message: expect.stringMatching(/pg_hba|reject/u) },
        })
        await database.close()
      }
    })

    test('a cluster of an earlier version is upgraded to the current logins', async () => {
      for (const statement of [
        'alter role basalt_read_only login password null connection limit 3',
        'alter role basalt_dashboard connection limit -1',
        'grant pg_read_all_data to basalt_read_only',
        'alter system set temp_file_limit = -1',
        'select pg_reload_conf()',
      ]) {
        await control.query(statement)
      }
      await running.engine.restart(running.ref)
      const roles = await control.query(
        `select rolname as name, rolcanlogin as login, rolconnlimit as most,
           pg_has_role(oid, 'pg_read_all_data', 'member') as reads_all
         from pg_roles where rolname in ('basalt_read_only', 'basalt_dashboard') order by 1`,
      )
      expect(roles).toEqual([
        { name: 'basalt_dashboard', login: true, most: 12, reads_all: false },
        { name: 'basalt_read_only', login: false, most: -1, reads_all: false },
      ])
      await expect
        .poll(() => control.query('show temp_file_limit'))
        .toEqual([{ temp_file_limit: '4GB' }])
      expect(await control.query('show max_slot_wal_keep_size')).toEqual([
        { max_slot_wal_keep_size: '1GB' },
      ])
    })

    test('can connect when a tenant uses every connection', async () => {
      const { major } = await running.engine.manifest()
      if (major < 16) return
      await running.engine.disconnect()
      const password = running.ownerPassword
      const address = { ...(await running.engine.connection(running.ref)), password }
      const tenant = openDatabase(address, { maxConnections: 80 })
      const sessions: DatabaseSession[] = []
      const full = await (async () => {
        for (;;) sessions.push(await tenant.session())
      })().catch((error: unknown) => error)
      expect(full).toMatchObject({ cause: { code: '53300' } })
      expect(await (await owner()).query('select 1 as n')).toEqual([{ n: 1 }])
      expect(await (await reader(ada)).query('select 1 as n')).toEqual([{ n: 1 }])
      await Promise.all(sessions.map((session) => session.release()))
      await tenant.close()
    })

    test("readers neither see nor terminate each other's statements; a writer does", async () => {
      const secret = await (await reader(ada)).session()
      const pid = secret.processId()
      const statement = secret.query(`select 'confidential', pg_sleep(30)`)
      const ended = statement.catch((error: unknown) => error)
      const appearance = `select query, application_name as name from pg_stat_activity where pid = $1`
      const other = await reader(ben)
      await expect
        .poll(async () => (await (await owner()).query(appearance, [pid]))[0])
        .toMatchObject({
          query: expect.stringContaining('confidential'),
          name: 'basalt/ada@example.com',
        })
      expect(await other.query(appearance, [pid])).toEqual([
        { query: '<insufficient privilege>', name: 'basalt/ada@example.com' },
      ])
      for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
        await expect(other.query(`select ${end}($1)`, [pid])).rejects.toMatchObject({
          sql: { sqlstate: '42501' },
        })
      }
      expect(await (await owner()).query('select pg_cancel_backend($1) as ended', [pid])).toEqual([
        { ended: true },
      ])
      expect(await ended).toMatchObject({ sql: { sqlstate: '57014' } })
      await secret.release()
      expect(await other.query('show application_name')).toEqual([
        { application_name: 'basalt/b?n@example.com' },
      ])
    })

    test("a reader's statement ends after its timeout, and a reader cannot change its role", async () => {
      const session = await (await reader(ada)).session()
      expect(await session.query('show statement_timeout')).toEqual([{ statement_timeout: '5min' }])
      const { major } = await running.engine.manifest()
      for (const role of [
        'postgres',
        dashboardRole,
        ...(major >= 16 ? ['basalt_read_only'] : []),
      ]) {
        await expect(session.query(`set role ${role}`)).rejects.toMatchObject({
          sql: { sqlstate: '42501' },
        })
      }
      await session.release()
    })
  })
}
