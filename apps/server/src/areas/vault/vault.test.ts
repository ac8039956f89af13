import { randomBytes, randomUUID } from 'node:crypto'

import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { integrations } from '@basalt/contract/integrations/integrations'
import { vault as routes } from '@basalt/contract/vault/vault'
import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { resolveSecrets } from '../../projects/resolve-secrets.ts'
import { findPlanted } from '../../testing/planted-text.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { listRows, ofType } from '../../testing/query-lines.ts'
import { type ConnectedClient, createProject } from '../../testing/test-install.ts'
import { decryptSecret, encryptSecret } from '../../vault/secret-format.ts'
import { findSecret, openSecret } from '../../vault/stored-secrets.ts'
import { listVaultKeys, prepareVaultKeys } from '../../vault/vault-keys.ts'
import { openVaultSession, setVaultKey, writeVaultSetting } from '../../vault/vault-session.ts'
import { queueRotations, rotateSecrets } from './rotation.ts'

let fixtures: ProjectFixtures
let owner: ConnectedClient
let reader: ConnectedClient
let db: ProjectDatabase
let ref: string
let projectId: number

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner, ref } = fixtures)
  reader = (await fixtures.member('Read-only')).client
  db = await fixtures.install.engine.open(ref, 'owner')
  const { store } = fixtures.install
  const project = store.selectFrom('projects').select('id').where('ref', '=', ref)
  projectId = (await project.executeTakeFirstOrThrow()).id
  await owner.call(integrations.install, { params: { ref, id: 'vault' }, body: {} })
  await prepareVaultKeys(services(), projectId)
})
afterAll(() => fixtures.close())

const services = () => {
  const { parts, store, engine } = fixtures.install
  return { ...parts, store, engine, backgroundEngine: engine }
}
const list = (as = owner) => as.call(routes.list, { params: { ref } })
const find = async (name: string) => {
  const found = (await list()).secrets.find((secret) => secret.name === name)
  if (found === undefined) throw new Error(`There is no secret ${name}`)
  return found
}
const create = (name: string, secret: string) =>
  owner.call(routes.create, { params: { ref }, body: { name, secret } })
const reveal = (id: string, as = owner) =>
  as.call(routes.reveal, { params: { ref, id }, body: {} }).then(({ secret }) => secret)

async function run(query: string, as = owner, settings = {}) {
  const lines: QueryLine[] = []
  await as.stream(
    databaseQuery.run,
    { params: { ref }, body: { query, settings } },
    { onLine: (line) => lines.push(line) },
  )
  return { rows: listRows(lines), errors: ofType(lines, 'error') }
}

async function inSession<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
  const session = await db.session()
  try {
    return await work(session)
  } finally {
    await session.release()
  }
}

const inKeyedSession = <T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> =>
  inSession(async (session) => {
    await setVaultKey(session, writeVaultSetting(await listVaultKeys(services(), projectId)))
    return work(session)
  })

const read = (session: DatabaseSession, id: string) =>
  session
    .query<{ text: string }>(
      'select decrypted_secret as text from vault.decrypted_secrets where id = $1',
      [id],
    )
    .then(([row]) => row?.text)

describe('the format', () => {
  test('PostgreSQL opens what the server encrypted, and the server what PostgreSQL did', async () => {
    const keys = await listVaultKeys(services(), projectId)
    for (const text of ['a', 'sixteen bytes ..', 'ümläut 🔑 '.repeat(400)]) {
      const fromServer = await create(randomUUID(), text)
      await inKeyedSession(async (session) => {
        expect(await read(session, fromServer.id)).toBe(text)
        const [made] = await session.query<{ id: string }>('select vault.create_secret($1) as id', [
          text,
        ])
        const row = await findSecret(db, made?.id ?? '')
        expect(row === undefined ? null : openSecret(row, keys)).toBe(text)
      })
    }
  })

  test('refuses changed bytes and exchanged rows, on both sides', async () => {
    const [key] = await listVaultKeys(services(), projectId)
    if (key === undefined) throw new Error('There is no key')
    const nonce = randomBytes(16)
    const id = randomUUID()
    const row = { id, key_id: key.id, nonce, secret: encryptSecret('exact', key, { id, nonce }) }
    expect(decryptSecret(row, key)).toBe('exact')
    const bytes = Buffer.from(row.secret.slice(3), 'base64')
    const flipped = [0, 15, 20, bytes.length - 1].map((at) => {
      const other = Buffer.from(bytes)
      other[at] = (other[at] ?? 0) ^ 1
      return { ...row, secret: `v1.${other.toString('base64')}` }
    })
    const otherNonce = Buffer.from(nonce)
    otherNonce[3] = (otherNonce[3] ?? 0) ^ 1
    const changed = [...flipped, { ...row, nonce: otherNonce }, { ...row, id: randomUUID() }]
    await inKeyedSession(async (session) => {
      for (const one of changed) {
        expect(() => decryptSecret(one, key)).toThrow('changed outside of the vault')
        const decrypting = session.query('select vault._decrypt($1, $2, $3, $4)', [
          one.secret,
          one.id,
          one.key_id,
          one.nonce,
        ])
        await expect(decrypting).rejects.toThrow('changed outside of the vault')
      }
    })
  })
})

describe('a session', () => {
  test('without the key learns how to get access, and stores no plain text', async () => {
    const { id } = await create('closed', 'not in psql')
    await inSession(async (session) => {
      await expect(read(session, id)).rejects.toMatchObject({
        message: 'This session has no key to the vault',
        sql: { sqlstate: '42501', hint: expect.stringContaining('Settings, Vault') },
      })
      await expect(session.query(`select vault.create_secret('text')`)).rejects.toThrow('no key')
      const inserting = session.query(
        `insert into vault.secrets (secret, key_id, nonce)
         values ('text', gen_random_uuid(), sha256('x'))`,
      )
      await expect(inserting).rejects.toThrow('stores encrypted secrets only')
    })
  })

  test('that runs the statement of the page reads secrets', async () => {
    const { statement } = await owner.call(routes.access, { params: { ref }, body: {} })
    const { id } = await create('opened', 'in psql')
    await inSession(async (session) => {
      await session.query(statement)
      expect(await read(session, id)).toBe('in psql')
    })
    const refused = reader.call(routes.access, { params: { ref }, body: {} })
    await expect(refused).rejects.toMatchObject({ code: 403 })
  })

  test('of the SQL editor has the key of an owner, not of a reader or another role', async () => {
    await create('edited', 'in the editor')
    const text = `select decrypted_secret from vault.decrypted_secrets where name = 'edited'`
    expect(await run(text)).toMatchObject({ rows: [['in the editor']], errors: [] })
    const [refusal] = (await run(text, reader)).errors
    expect(refusal?.message).toMatch(/no key to the vault|permission denied/u)
    await fixtures.run('create role visitor', 'grant visitor to postgres')
    const seen = await run(`select current_setting('vault.key', true)`, owner, {
      as: { role: 'visitor' },
    })
    expect(seen.rows).toEqual([['']])
  })

  test('does not leave the key to the next user of its connection', async () => {
    const left: (string | null)[] = []
    for (let count = 0; count < 8; count += 1) {
      await run('select 1')
      const seen = await Promise.all([
        db.query<{ key: string | null }>(`select current_setting('vault.key', true) as key`),
        inSession((session) =>
          session.query<{ key: string | null }>(`select current_setting('vault.key', true) as key`),
        ),
      ])
      left.push(...seen.flat().map(({ key }) => key))
    }
    expect(left.filter((key) => key !== null && key !== '')).toEqual([])
  })

  test('of a job has the key if its role may read secrets', async () => {
    await fixtures.run(
      'create role worker',
      'create role allowed',
      'grant usage on schema vault to allowed',
      'grant select on vault.decrypted_secrets to allowed',
    )
    await inSession(async (session) => {
      const open = (role: string) => openVaultSession(services(), { ref, role, session })
      expect(await open('worker')).toBe(false)
      expect(await open('allowed')).toBe(true)
      const { id } = await find('edited')
      expect(await read(session, id)).toBe('in the editor')
    })
  })
})

describe('a secret', () => {
  test('is created, renamed, replaced, found where it is used, and deleted', async () => {
    const { id } = await create('mail', 'first')
    await expect(create('mail', 'other')).rejects.toMatchObject({
      fields: { name: expect.any(String) },
    })
    const update = (body: { name: string; description: string; secret?: string }) =>
      owner.call(routes.update, { params: { ref, id }, body })
    await update({ name: 'mail key', description: 'Sends mail' })
    expect(await reveal(id)).toBe('first')
    await update({ name: 'mail key', description: 'Sends mail', secret: 'second' })
    expect(await reveal(id)).toBe('second')
    expect(await find('mail key')).toMatchObject({ description: 'Sends mail', state: 'readable' })
    await fixtures.run(
      `create function send_mail() returns text language sql as $$
         select decrypted_secret from vault.decrypted_secrets where name = 'mail key' $$`,
    )
    for (const statement of [
      'create extension pg_cron',
      'create extension basalt_webhooks',
      'create table letters (id int primary key)',
      ...['mail key ', 'mail key 2'].map(
        (name) => `create trigger "${name}" after insert on letters for each row execute function
          supabase_functions.http_request('https://example.com/?a={{vault:${name}}}')`,
      ),
      `insert into supabase_functions.hook_settings (table_id, hook, signing_secret)
         values ('letters', 'signed', '{{vault:mail key}}')`,
      `select cron.schedule(name, '0 0 1 1 *', '')
         from unnest(array['http job', 'other job']) as name`,
      `update cron.job_options set kind = 'http', request = '{"url": "{{ vault:mail key }}"}'
         where jobid = (select jobid from cron.job where jobname = 'http job')`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await fixtures.run(statement)
    }
    await fixtures.install.store
      .insertInto('foreign_servers')
      .values({
        project_id: projectId,
        name: 'warehouse',
        extension: 'postgres_fdw',
        target: '{}',
        database: 'shop',
        username: 'shop',
        password_secret: 'mail key',
      })
      .execute()
    expect(await owner.call(routes.uses, { params: { ref, id } })).toEqual([
      { kind: 'function', name: 'public.send_mail' },
      { kind: 'webhook', name: 'public.letters.mail key ' },
      { kind: 'webhook', name: 'public.letters.signed' },
      { kind: 'cron job', name: 'http job' },
      { kind: 'wrapper', name: 'warehouse' },
    ])
    await owner.call(routes.remove, { params: { ref, id } })
    await expect(reveal(id)).rejects.toMatchObject({ code: 404 })
  })

  test('is revealed to those with the right, and the audit log says to whom', async () => {
    const { id } = await create('audited', 'seen')
    expect(await reveal(id)).toBe('seen')
    await expect(reveal(id, reader)).rejects.toMatchObject({ code: 403 })
    expect(JSON.stringify(await list(reader))).not.toContain('seen')
    const entries = await fixtures.install.store
      .selectFrom('audit_log')
      .select(['action', 'outcome'])
      .where('action', 'like', 'vault_secret.revealed')
      .where(sql<boolean>`audit_log::text like ${`%${id}%`}`)
      .execute()
    expect(entries).toEqual([{ action: 'vault_secret.revealed', outcome: 'done' }])
  })

  test('replaces its references in texts; a missing one is named', async () => {
    await create('token', 'abc$&')
    const resolve = (text: string) => resolveSecrets(services(), ref, text)
    expect(await resolve('Bearer {{vault:token}}, {{ vault:token }}')).toBe('Bearer abc$&, abc$&')
    expect(await resolve('nothing {vault:token}')).toBe('nothing {vault:token}')
    await expect(resolve('{{vault:absent}}')).rejects.toThrow('no secret "absent"')
  })
})

describe('a rotation', () => {
  test('encrypts every secret with a new key, after a kill too, and loses no change', async () => {
    const ids = await Promise.all([1, 2, 3].map((one) => create(`rotated ${one}`, `text ${one}`)))
    await inKeyedSession((session) =>
      session.query(`select vault.create_secret('text ' || n) from generate_series(1, 450) n`),
    )
    await owner.call(routes.rotate, { params: { ref }, body: {} })
    const before = await list()
    expect(before.unrotated).toBeGreaterThan(450)
    expect(await reveal(ids[0]?.id ?? '')).toBe('text 1')
    const aborted = new AbortController()
    const rotating = rotateSecrets(services(), ref, aborted.signal)
    aborted.abort()
    await expect(rotating).rejects.toThrow('aborted')
    await inKeyedSession((session) =>
      session.query('select vault.update_secret($1, $2)', [ids[1]?.id, 'changed']),
    )
    const queued: string[] = []
    const jobs = {
      ...fixtures.install.parts.jobs,
      add: async ({ key }: { key: string }) => void queued.push(key),
    }
    await queueRotations({ ...services(), jobs })
    expect(queued).toEqual([`vault-${ref}`])
    await rotateSecrets(services(), ref, new AbortController().signal)
    await queueRotations({ ...services(), jobs })
    expect(queued).toHaveLength(1)
    const after = await list()
    expect(after).toMatchObject({ unrotated: 0 })
    expect(after.keys.map(({ is_current: isCurrent, secrets }) => [isCurrent, secrets])).toEqual([
      [true, after.secrets.length],
      [false, 0],
    ])
    expect(await Promise.all(ids.map(({ id }) => reveal(id)))).toEqual([
      'text 1',
      'changed',
      'text 3',
    ])
    const state = new Set(after.secrets.map((secret) => secret.state))
    expect([...state]).toEqual(['readable'])
  })
})

describe('a restore into another project', () => {
  test('lists the secrets that do not open, and opens them with the key file', async () => {
    const other = await createProject(owner, fixtures.organization.slug)
    const at = { ref: other.ref }
    await owner.call(integrations.install, { params: { ...at, id: 'vault' }, body: {} })
    const rows = await db.query<Record<string, unknown>>(
      `select id, name, description, secret, key_id, nonce from vault.secrets where name = 'token'`,
    )
    const target = await fixtures.install.engine.open(other.ref, 'owner')
    await target.query(
      'insert into vault.secrets (id, name, description, secret, key_id, nonce) values ($1, $2, $3, $4, $5, $6)',
      Object.values(rows[0] ?? {}),
    )
    const states = async () =>
      (await owner.call(routes.list, { params: at })).secrets.map(({ name, state }) => [
        name,
        state,
      ])
    expect(await states()).toEqual([['token', 'missing_key']])
    const id = String(rows[0]?.['id'])
    const revealing = owner.call(routes.reveal, { params: { ...at, id }, body: {} })
    await expect(revealing).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('import it'),
    })
    const file = await owner.call(routes.exportKeys, { params: { ref }, body: {} })
    expect(file.keys).toHaveLength(2)
    const importing = await owner.call(routes.importKeys, { params: at, body: file })
    expect(importing).toEqual({ opened: 1 })
    expect(await states()).toEqual([['token', 'readable']])
    const forged = {
      ...file,
      keys: file.keys.map((key) => ({ ...key, key: randomBytes(32).toString('base64') })),
    }
    const refused = owner.call(routes.importKeys, { params: at, body: forged })
    await expect(refused).rejects.toMatchObject({ code: 409 })
  })
})

test('a planted secret is in no table of the project, its statistics and log, or the install', async () => {
  const planted = `planted-${randomUUID()}`
  const { id } = await create('planted', planted)
  await owner.call(routes.update, {
    params: { ref, id },
    body: { name: 'planted', description: '', secret: `${planted}-2` },
  })
  expect(await resolveSecrets(services(), ref, '{{vault:planted}}')).toBe(`${planted}-2`)
  const { errors } = await run(`select vault.create_secret('${planted}-3', 'typed')`)
  expect(errors).toEqual([])
  await owner.call(routes.rotate, { params: { ref }, body: {} })
  await rotateSecrets(services(), ref, new AbortController().signal)
  const keys = await listVaultKeys(services(), projectId)
  const hidden = [
    planted,
    ...keys.flatMap(({ bytes }) => [bytes.toString('hex'), bytes.toString('base64')]),
  ]
  await fixtures.run(
    'create extension pg_stat_statements',
    `create table leak as select 'leaked text' as note`,
  )
  expect(await findPlanted(fixtures.install, ref, ['leaked text'])).toContain('public.leak')
  expect(await findPlanted(fixtures.install, ref, hidden)).toEqual([])
  // PostgreSQL writes failed statements to its log file as they are.
  await run(`select vault.create_secret('${planted}-4', 'typed')`)
  expect(await findPlanted(fixtures.install, ref, hidden)).toEqual(['log'])
})
