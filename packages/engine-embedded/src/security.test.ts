import { join } from 'node:path'

import { type DatabaseAddress, openDatabase, type OpenDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { homeAt } from './cluster-home.ts'
import { passwordLabel } from './creation.ts'
import { toolPath } from './installation.ts'
import { operatingUser } from './operating-user.ts'
import { prepareDirectory } from './place.ts'
import { controlRole } from './roles.ts'
import { runTool } from './run-tool.ts'
import { engineWithProject, installations } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

type Running = Awaited<ReturnType<typeof engineWithProject>>

/** PostgreSQL's answers without permission: 42501, or a role or object that does not exist. */
const refusals = new Set(['42501', '42704', '28000', '2BP01', '0LP01', '0A000', '55P02'])

const hostAccess: readonly string[] = [
  `copy (select 1) to program 'touch /tmp/basalt-was-here'`,
  `copy secret_file from program 'id'`,
  `copy secret_file from '/etc/passwd'`,
  `copy (select 1) to '/tmp/basalt-was-here'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_read_file('pg_hba.conf')`,
  `select pg_read_binary_file('PG_VERSION')`,
  `select pg_ls_dir('/')`,
  `select pg_stat_file('/etc/passwd')`,
  `select lo_import('/etc/passwd')`,
  `select lo_export(0, '/tmp/basalt-was-here')`,
  `create extension file_fdw`,
  `create extension dblink`,
  `create extension pg_walinspect`,
  `create extension plperlu`,
  `create extension plpython3u`,
  `create extension pageinspect`,
  `create function shell(cstring) returns int language c as 'libc.so.6', 'system'`,
  `create function sleep(int) returns int language internal as 'pg_sleep'`,
  `load '/tmp/anything.so'`,
  `load 'file_fdw'`,
  `create tablespace elsewhere location '/tmp'`,
]

const becomingSuperuser: readonly string[] = [
  `alter system set shared_preload_libraries = 'x'`,
  `set role basalt_control`,
  `set session authorization basalt_control`,
  `grant pg_execute_server_program to postgres`,
  `grant pg_read_server_files to postgres`,
  `grant pg_write_server_files to postgres`,
  `grant basalt_control to postgres`,
  `alter role basalt_control password 'mine'`,
  `alter role basalt_control nosuperuser`,
  `alter role basalt_control set search_path = public`,
  `alter role postgres superuser`,
  `create role mine superuser`,
  `drop role basalt_control`,
  `select rolpassword from pg_authid`,
  `select passwd from pg_shadow`,
  `alter database basalt set search_path = public`,
  `alter database basalt owner to postgres`,
  `drop database basalt`,
  `create database stolen template basalt`,
  `grant connect on database basalt to postgres`,
  `alter role all set search_path = public`,
  `alter default privileges for role basalt_control grant all on tables to postgres`,
  `create event trigger every on ddl_command_start execute function harmless()`,
  `set session_preload_libraries = '/tmp/x'`,
  `alter role postgres set session_preload_libraries = '/tmp/x'`,
  `create or replace function pg_catalog.version() returns text language sql as 'select 1::text'`,
  `create table pg_catalog.mine (n int)`,
  `grant pg_create_subscription to postgres`,
  `create subscription pulled connection 'host=127.0.0.1 dbname=basalt' publication all_of_it`,
  `alter function harmless() owner to basalt_control`,
  `reassign owned by basalt_control to postgres`,
  `set session_replication_role = replica`,
  `create access method mine type index handler bthandler`,
  `alter role basalt_dashboard superuser`,
  `alter role basalt_read_only bypassrls`,
  `select pg_reload_conf()`,
  `select pg_promote()`,
]

for (const { name, postgresDir, missing } of installations) {
  describe.skipIf(missing)(`the user's role on ${name}`, () => {
    let running: Running
    let tenant: OpenDatabase
    let address: DatabaseAddress

    beforeAll(async () => {
      running = await engineWithProject({ postgresDir })
      address = {
        ...(await running.engine.connection(running.ref)),
        password: running.ownerPassword,
      }
      tenant = openDatabase(address)
      await tenant.query('create table secret_file (line text)')
      await tenant.query(
        `create function harmless() returns event_trigger language plpgsql as 'begin end'`,
      )
    }, 60_000)
    afterAll(async () => {
      await tenant.close()
      await running.dispose()
    })

    const notLetIn = { cause: { message: expect.stringMatching(/pg_hba|reject/u) } }
    const connectAs = async (login: Partial<DatabaseAddress>): Promise<unknown> => {
      const database = openDatabase({ ...address, ...login })
      return database.query('select 1').finally(() => database.close())
    }

    test('is the one in the connection string', async () => {
      expect(address).toMatchObject({ host: '127.0.0.1', user: 'postgres', database: 'postgres' })
      expect(await tenant.query('select current_user as name')).toEqual([{ name: 'postgres' }])
    })

    test('owns its database and schema public, and nothing else', async () => {
      const [role] = await tenant.query(
        `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
           from pg_roles where rolname = 'postgres'`,
      )
      const { major } = await running.engine.manifest()
      expect(role).toEqual({
        rolsuper: false,
        rolcreatedb: true,
        rolcreaterole: major >= 16,
        rolreplication: true,
        rolbypassrls: true,
      })
      await tenant.query('create schema own')
      await tenant.query('create table public.mine (n int)')
      await tenant.query('create extension pgcrypto')
      await tenant.query('create database another')
      await tenant.query('drop database another')
    })

    test('no accessible role is a superuser or has equivalent rights on the host', async () => {
      const reachable = await tenant.query(
        `select rolname from pg_roles where rolcanlogin and rolname <> 'basalt_control' and (
           rolsuper
           or pg_has_role(rolname, 'pg_execute_server_program', 'member')
           or pg_has_role(rolname, 'pg_read_server_files', 'member')
           or pg_has_role(rolname, 'pg_write_server_files', 'member')
           or pg_has_role(rolname, 'basalt_control', 'member'))`,
      )
      expect(reachable).toEqual([])
    })

    test.each(hostAccess)('cannot reach the host by %s', async (statement) => {
      const failure = await tenant.query(statement).catch((error: unknown) => error)
      expect(failure).toMatchObject({ kind: 'statement' })
      expect(refusals).toContain((failure as { sql: { sqlstate: string } }).sql.sqlstate)
    })

    test.each(becomingSuperuser)('cannot gain rights by %s', async (statement) => {
      const failure = await tenant.query(statement).catch((error: unknown) => error)
      expect(failure).toMatchObject({ kind: 'statement' })
      expect(refusals).toContain((failure as { sql: { sqlstate: string } }).sql.sqlstate)
    })

    test('cannot connect to the database of the control plane', async () => {
      await expect(connectAs({ database: 'basalt' })).rejects.toMatchObject({ kind: 'unreachable' })
    })

    test('the superuser cannot connect over TCP, not even with its password', async () => {
      const password = testSecret(passwordLabel(controlRole, running.ref))
      for (const database of ['postgres', 'basalt', 'template1']) {
        await expect(connectAs({ user: controlRole, password, database })).rejects.toMatchObject(
          notLetIn,
        )
      }
    })

    test('the superuser works in its own database only, also on the socket', async () => {
      const host = join(running.dataDir, 's')
      const password = testSecret(passwordLabel(controlRole, running.ref))
      const control = { host, user: controlRole, password }
      for (const database of ['postgres', 'template1']) {
        await expect(connectAs({ ...control, database })).rejects.toMatchObject(notLetIn)
      }
      expect(await connectAs({ ...control, database: 'basalt' })).toHaveLength(1)
    })

    test('no role can connect with a wrong or an empty password', async () => {
      for (const password of ['wrong', '']) {
        await expect(connectAs({ password })).rejects.toMatchObject({ kind: 'unreachable' })
      }
    })

    test('a health check never runs code that a tenant created', async () => {
      await tenant.query('create table trap (who text)')
      for (const body of [
        `create function public.int4eq_trap() returns int language plpgsql security invoker
           as 'begin insert into trap values (current_user); return 1; end'`,
        `create function public.version() returns text language plpgsql
           as 'begin insert into trap values (current_user); return 1; end'`,
        `create schema "basalt_control"`,
        `create function basalt_control.version() returns text language plpgsql
           as 'begin insert into public.trap values (current_user); return 1; end'`,
        `alter database postgres set search_path = public, pg_catalog`,
        `alter database postgres set default_transaction_read_only = on`,
      ]) {
        await tenant.query(body)
      }
      expect(await running.engine.health(running.ref)).toEqual({ ok: true })
      await tenant.query('alter database postgres reset all')
      expect(await tenant.query('select who from public.trap')).toEqual([])
    })

    test('a database link cannot connect back as the superuser', async () => {
      await installDatabaseLink(running, postgresDir)
      const { port } = await running.engine.connection(running.ref)
      const socketDir = join(running.dataDir, 's')
      const password = testSecret(passwordLabel(controlRole, running.ref))
      const attempts = [
        `host=${socketDir} port=${port} user=basalt_control dbname=basalt`,
        `host=${socketDir} port=${port} user=basalt_control dbname=postgres password=guess`,
        `host=127.0.0.1 port=${port} user=basalt_control dbname=basalt password='${password}'`,
        `host=${socketDir} port=${port} user=postgres dbname=basalt password='owner password'`,
        `host=${socketDir} port=${port} user=basalt_dashboard dbname=postgres`,
      ]
      for (const target of attempts) {
        const linked = tenant.query(`select dblink_connect($1)`, [target])
        await expect(linked).rejects.toMatchObject({
          kind: 'statement',
          sql: { sqlstate: expect.stringMatching(/^(08001|2F003)$/) },
        })
      }
    })
  })
}

/** Installs dblink for the user, as an administrator of the machine could: with the server stopped. */
async function installDatabaseLink(running: Running, postgresDir: string | undefined) {
  const { engine, ref, dataDir } = running
  const { data } = homeAt(join(dataDir, 'clusters', ref), ref)
  const { installation } = await prepareDirectory({ dataDir, postgresDir, secretFor: testSecret })
  await engine.stop(ref)
  const single = ['--single', '-j', '-D', data, 'postgres']
  await runTool(toolPath(installation, 'postgres'), single, {
    user: operatingUser(),
    input: 'create extension dblink schema public;\n\n',
  })
  await engine.start(ref)
}
