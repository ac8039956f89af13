import { isProjectRight, rights, rightsFor } from '@basalt/access'
import { cron as routes, type CronJobBody } from '@basalt/contract/cron/cron'
import { members } from '@basalt/contract/organization/members'
import { customRoles } from '@basalt/contract/organization/roles'
import { vault } from '@basalt/contract/vault/vault'
import type { ProjectDatabase } from '@basalt/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type CronFixtures, cronFixtures, insert } from '../../testing/cron-fixtures.ts'
import { openVaultSession } from '../../vault/vault-session.ts'

let fixtures: CronFixtures
let db: ProjectDatabase

beforeAll(async () => {
  fixtures = await cronFixtures()
  db = fixtures.db
})
afterAll(() => fixtures.close())

describe('a job that reads the vault', () => {
  const read = `insert into effects (job)
    select decrypted_secret from vault.decrypted_secrets where name = 'cron_test'`
  const sent = {
    method: 'GET' as const,
    url: 'https://127.0.0.1:9/{{vault:cron_test}}',
    headers: {},
  }

  const job = (change: Partial<CronJobBody>): CronJobBody => ({
    name: 'by a member',
    schedule: '0 0 1 1 *',
    kind: 'sql',
    command: read,
    request: null,
    username: 'postgres',
    is_active: true,
    time_zone: 'UTC',
    timeout_ms: 5000,
    overlap: 'skip',
    missed: 'skip',
    retries: 0,
    alerts: false,
    ...change,
  })

  beforeAll(async () => {
    await fixtures.run('create extension supabase_vault cascade')
    await withKey(`select vault.create_secret('the secret', 'cron_test')`)
  })

  /** Runs a statement as the SQL editor does for those who may reveal secrets. */
  async function withKey(statement: string) {
    const { ref, install } = fixtures
    const session = await db.session()
    const services = { ...install.parts, store: install.store }
    await openVaultSession(services, { ref, role: 'postgres', session })
    await session.query(statement)
    await session.release()
  }

  test('has its key if it was saved with it, and its role may read secrets', async () => {
    await fixtures.setTime('2026-05-01T10:00:00Z')
    for (const name of ['allowed', 'changed', 'unmarked']) {
      await fixtures.schedule(name, ['* * * * *', read])
    }
    const seen = insert("' || coalesce(current_setting('vault.key', true), '') || '")
    await fixtures.schedule('key', ['* * * * *', seen], { user: 'alice' })
    await fixtures.schedule('refused', ['* * * * *', read], { user: 'alice' })
    await fixtures.schedule('sent', ['* * * * *', ''], { user: 'alice' })
    await fixtures.sends('sent', sent)
    await fixtures.schedule('sent unmarked', ['* * * * *', ''])
    await fixtures.sends('sent unmarked', sent)
    await withKey(
      `update cron.job set active = true where jobname <> all ('{unmarked,sent unmarked}')`,
    )
    await db.query(`update cron.job set command = command || ';' where jobname = 'changed'`)
    fixtures.move('2026-05-01T10:01:00Z')
    await fixtures.tick()
    const has = (text: string) => ({ status: 'failed', message: expect.stringContaining(text) })
    expect(await fixtures.finished()).toMatchObject([
      { job: 'allowed', status: 'succeeded' },
      { job: 'changed', ...has('has no key to the vault') },
      { job: 'key', status: 'succeeded' },
      { job: 'refused', ...has('permission denied') },
      { job: 'sent', ...has('may not read the secrets') },
      { job: 'sent unmarked', ...has('a member who may reveal secrets has to save it') },
      { job: 'unmarked', ...has('has no key to the vault') },
    ])
    expect((await fixtures.effects()).toSorted()).toEqual(['', 'the secret'])
  })

  test('has it when a member who may reveal secrets saved it', async () => {
    await fixtures.reset()
    const { owner, ref } = fixtures
    const body = job({})
    const { id } = await owner.call(routes.create, {
      params: { ref },
      body: { ...body, command: 'select 1' },
    })
    await owner.call(routes.update, { params: { ref, id }, body: body })
    await owner.call(routes.start, { params: { ref, id }, body: {} })
    await fixtures.tick()
    expect(await fixtures.finished()).toMatchObject([{ status: 'succeeded' }])
    const http = job({ kind: 'http', command: '', request: sent })
    await owner.call(routes.update, { params: { ref, id }, body: http })
    await db.query('delete from cron.job_run_details')
    await owner.call(routes.start, { params: { ref, id }, body: {} })
    await fixtures.tick()
    expect(await fixtures.finished()).toMatchObject([{ message: '127.0.0.1 is unreachable' }])
  })

  test('is not saved with a secret by a role that changes jobs and may not reveal', async () => {
    await fixtures.reset()
    const { ref, organization, install } = fixtures
    await install.store.updateTable('organizations').set({ plan: 'enterprise' }).execute()
    const [reveal] = rightsFor(vault.reveal.permission)
    const others = rights.filter((right) => isProjectRight(right) && right.id !== reveal?.id)
    const role = await fixtures.owner.call(customRoles.create, {
      params: { slug: organization.slug },
      body: { name: 'No secrets', rights: others.map(({ id }) => id) },
    })
    const { client, email } = await fixtures.member('Read-only')
    const users = install.store.selectFrom('users').select('id').where('email', '=', email)
    const { id: userId } = await users.executeTakeFirstOrThrow()
    const assignment = { project_ref: ref, role: null, custom_role_id: role.id }
    await fixtures.owner.call(members.changeRole, {
      params: { slug: organization.slug, user_id: userId },
      body: { role: null, project_roles: [assignment] },
    })
    const refused = { kind: 'forbidden' }
    const [secret] = await db.query<{ id: string }>('select id from vault.secrets')
    const revealing = { params: { ref, id: secret?.id ?? '' }, body: {} }
    await expect(client.call(vault.reveal, revealing)).rejects.toMatchObject(refused)
    const body = job({ kind: 'http', command: '', request: sent })
    const created = client.call(routes.create, { params: { ref }, body })
    await expect(created).rejects.toMatchObject(refused)

    const { id } = await client.call(routes.create, { params: { ref }, body: job({}) })
    await client.call(routes.start, { params: { ref, id }, body: {} })
    await fixtures.tick()
    expect(await fixtures.finished()).toMatchObject([
      { status: 'failed', message: expect.stringContaining('has no key to the vault') },
    ])
    expect(await fixtures.effects()).toEqual([])
  })
})
