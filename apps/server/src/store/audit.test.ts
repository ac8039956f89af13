import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestInstall, type TestInstall } from '../testing/test-install.ts'
import { keepsEverything, removeOldAudit, retentionByPlan } from './audit-retention.ts'
import { organizationChain } from './audit-rows.ts'
import { verifyChain } from './audit-verification.ts'
import { recordAttempt, recordAudit, systemOrigin } from './audit.ts'
import type { Store } from './store.ts'

let install: TestInstall
let store: Store
let organizationId = 1000

beforeAll(async () => {
  install = await startTestInstall()
  ;({ store } = install)
})
afterAll(() => install.close())

const origin = {
  actor: { kind: 'user' as const, userId: null, name: 'olga@example.test' },
  requestId: 'request-1',
  address: '127.0.0.1',
  userAgent: 'Browser',
}

const write = (organization: number, name: string) =>
  store.transaction().execute((tx) =>
    recordAudit(tx, origin, {
      action: 'project.renamed',
      organizationId: organization,
      projectRef: 'shop',
      target: { kind: 'project', id: 'shop', name },
      before: { name: 'Shop' },
      after: { name },
    }),
  )

/** A separate chain with so many rows. */
async function getChain(rows: number): Promise<string> {
  organizationId += 1
  for (let index = 0; index < rows; index += 1) await write(organizationId, `Shop ${index}`)
  return organizationChain(organizationId)
}

/** An attacker with every right on the database, including triggers. */
const tamper = (work: (tx: Store) => Promise<unknown>) =>
  store.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger audit_log_is_kept`.execute(tx)
    await work(tx)
    await sql`alter table audit_log enable trigger audit_log_is_kept`.execute(tx)
  })

/** Changes the value of any column. */
const changes: Record<string, string> = {
  at: `at + interval '1 microsecond'`,
  action: `action || 'x'`,
  outcome: `case outcome when 'done' then 'failed' else 'done' end`,
  actor_kind: `case actor_kind when 'user' then 'staff' else 'user' end`,
  actor_user_id: 'gen_random_uuid()',
  actor_name: `'somebody@else.test'`,
  organization_id: 'coalesce(organization_id, 0) + 1',
  project_ref: `coalesce(project_ref, '') || ' '`,
  target_kind: `target_kind || 's'`,
  target_id: `upper(target_id) || '_'`,
  target_name: 'null',
  before: `before || ' '`,
  after: 'null',
  request_id: `''`,
  ip_address: `'10.0.0.1'`,
  user_agent: 'null',
  hash: `sha256(hash)`,
}

describe('a chain of the audit log', () => {
  test('is valid without tampering, and reports its end', async () => {
    const report = await verifyChain(store, await getChain(5))
    expect(report).toMatchObject({
      isWhole: true,
      checked: 5,
      firstNumber: '1',
      lastNumber: '5',
      broken: null,
    })
    expect(report.headHash).toMatch(/^[\da-f]{64}$/u)
  })

  test('without rows is valid', async () => {
    await expect(verifyChain(store, 'organization:999999')).resolves.toMatchObject({
      isWhole: true,
      checked: 0,
    })
  })

  test('tampering with any column of any row is detected, at that row', async () => {
    const columns = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'audit_log' and column_name not in ('chain', 'number')`.execute(store)
    // A new column without a hash would not be tested here.
    expect(columns.rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(changes).toSorted())
    const chain = await getChain(6)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(changes)),
        fc.integer({ min: 1, max: 6 }),
        async (column, number) => {
          const undone = new Error('Undone')
          let report: unknown
          const attempt = tamper(async (tx) => {
            await sql`update audit_log set ${sql.ref(column)} = ${sql.raw(changes[column] ?? '')}
              where chain = ${chain} and number = ${number}`.execute(tx)
            report = await verifyChain(tx, chain)
            throw undone
          })
          await expect(attempt).rejects.toBe(undone)
          expect(report).toMatchObject({ isWhole: false, broken: { number: String(number) } })
        },
      ),
      { numRuns: 60 },
    )
    await expect(verifyChain(store, chain)).resolves.toMatchObject({ isWhole: true })
  })

  test('a removed row is detected, at any position', async () => {
    for (const number of [1, 3, 5]) {
      const chain = await getChain(5)
      await store
        .deleteFrom('audit_log')
        .where('chain', '=', chain)
        .where('number', '=', String(number))
        .execute()
      await expect(verifyChain(store, chain)).resolves.toMatchObject({
        isWhole: false,
        broken: { number: String(number), reason: 'This entry is missing' },
      })
    }
  })

  test('two swapped rows are detected', async () => {
    const chain = await getChain(4)
    await tamper(async (tx) => {
      for (const [from, to] of [
        [2, 99],
        [3, 2],
        [99, 3],
      ]) {
        await sql`update audit_log set number = ${to} where chain = ${chain} and number = ${from}`.execute(
          tx,
        )
      }
    })
    await expect(verifyChain(store, chain)).resolves.toMatchObject({ broken: { number: '2' } })
  })

  test('a truncated end is detected: the chain stores its end', async () => {
    const chain = await getChain(5)
    await sql`delete from audit_log where chain = ${chain} and number > 3`.execute(store)
    await expect(verifyChain(store, chain)).resolves.toMatchObject({ broken: { number: '4' } })
    await sql`update audit_chains set last_number = 3 where chain = ${chain}`.execute(store)
    await expect(verifyChain(store, chain)).resolves.toMatchObject({
      isWhole: false,
      broken: { number: '3', reason: 'The end of the chain is not the hash of its last entry' },
    })
  })

  test('a row that was appended or moved in from another chain is detected', async () => {
    const [chain, other] = [await getChain(3), await getChain(3)]
    await tamper((tx) =>
      sql`update audit_log set chain = ${chain}, number = 4 where chain = ${other} and number = 3`.execute(
        tx,
      ),
    )
    await expect(verifyChain(store, chain)).resolves.toMatchObject({ broken: { number: '4' } })
    await expect(verifyChain(store, other)).resolves.toMatchObject({ broken: { number: '3' } })
  })

  test('rows cannot be changed by the server itself', async () => {
    const chain = await getChain(1)
    const change = sql`update audit_log set action = 'x' where chain = ${chain}`.execute(store)
    await expect(change).rejects.toThrow('never changed')
  })

  test('concurrent changes form one unbroken chain', async () => {
    organizationId += 1
    const id = organizationId
    await Promise.all(Array.from({ length: 40 }, (_, index) => write(id, `At once ${index}`)))
    await expect(verifyChain(store, organizationChain(id))).resolves.toMatchObject({
      isWhole: true,
      checked: 40,
    })
  })

  test('concurrent rows, in and outside of transactions, form one unbroken chain', async () => {
    organizationId += 1
    const id = organizationId
    const writeAlone = (index: number) =>
      recordAudit(store, origin, {
        action: 'rows.updated',
        organizationId: id,
        target: { kind: 'table', id: `public.t${index}` },
        after: { index, text: `'"\\ é` },
      })
    await writeAlone(0)
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? write(id, `At once ${index}`) : writeAlone(index),
      ),
    )
    await writeAlone(40)
    await expect(verifyChain(store, organizationChain(id))).resolves.toMatchObject({
      isWhole: true,
      checked: 42,
    })
  })

  test('a failed transaction leaves no row and no gap', async () => {
    organizationId += 1
    const id = organizationId
    await write(id, 'Before')
    const failing = store.transaction().execute(async (tx) => {
      await recordAudit(tx, origin, {
        action: 'project.renamed',
        organizationId: id,
        target: { kind: 'project', id: 'shop' },
      })
      throw new Error('The change failed')
    })
    await expect(failing).rejects.toThrow('The change failed')
    await write(id, 'After')
    await expect(verifyChain(store, organizationChain(id))).resolves.toMatchObject({
      isWhole: true,
      checked: 2,
      lastNumber: '2',
    })
  })

  test('a refused attempt is a row as well', async () => {
    organizationId += 1
    await recordAttempt(store, systemOrigin('A job'), {
      action: 'access.refused',
      outcome: 'refused',
      organizationId,
      target: { kind: 'permission', id: 'write:Update organizations' },
    })
    const rows = await store
      .selectFrom('audit_log')
      .select(['outcome', 'actor_kind', 'actor_name'])
      .where('chain', '=', organizationChain(organizationId))
      .execute()
    expect(rows).toEqual([{ outcome: 'refused', actor_kind: 'system', actor_name: 'A job' }])
  })
})

describe('rows beyond the retention of the plan', () => {
  const hour = 3_600_000

  async function organization(plan: 'free' | 'pro' | 'team' | 'enterprise', rows: number) {
    const { id } = await store
      .insertInto('organizations')
      .values({ slug: `kept-${plan}-${Math.random()}`, name: plan, kind: 'Personal', plan })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let row = 0; row < rows; row += 1) await write(id, `Row ${row}`)
    return { id, chain: organizationChain(id) }
  }

  test.each([
    ['free', 1],
    ['pro', 7 * 24],
    ['team', 28 * 24],
  ] as const)(
    'are removed after the time in SPEC.md for “%s”, and the rest verifies',
    async (plan, hours) => {
      const { id, chain } = await organization(plan, 3)
      const just = new Date(Date.now() + hours * hour - 60_000)
      await removeOldAudit(store, retentionByPlan, just)
      await expect(verifyChain(store, chain)).resolves.toMatchObject({ checked: 3, isWhole: true })
      await removeOldAudit(store, retentionByPlan, new Date(Date.now() + hours * hour + 60_000))
      await expect(verifyChain(store, chain)).resolves.toMatchObject({
        checked: 0,
        isWhole: true,
        firstNumber: '4',
      })
      await write(id, 'New')
      await expect(verifyChain(store, chain)).resolves.toMatchObject({ checked: 1, isWhole: true })
    },
  )

  test('are removed only from the start: a younger row keeps everything after it', async () => {
    const { chain } = await organization('free', 4)
    const rows = await store
      .selectFrom('audit_log')
      .select(['number', 'at'])
      .where('chain', '=', chain)
      .orderBy('number')
      .execute()
    const third = rows[2]?.at ?? new Date()
    await removeOldAudit(store, () => 1, new Date(third.getTime() + hour))
    const report = await verifyChain(store, chain)
    expect(report).toMatchObject({ isWhole: true, lastNumber: '4' })
    expect(Number(report.firstNumber)).toBeLessThanOrEqual(3)
  })

  test('are kept without a limit, and on the Enterprise plan', async () => {
    const { chain } = await organization('enterprise', 2)
    const later = new Date(Date.now() + 400 * 24 * hour)
    await removeOldAudit(store, retentionByPlan, later)
    await expect(verifyChain(store, chain)).resolves.toMatchObject({ checked: 2 })
    const free = await organization('free', 2)
    await expect(removeOldAudit(store, keepsEverything, later)).resolves.toBe(0)
    await expect(verifyChain(store, free.chain)).resolves.toMatchObject({ checked: 2 })
  })

  test('after forging a removed start, the chain does not verify', async () => {
    const { chain } = await organization('team', 3)
    await sql`delete from audit_log where chain = ${chain} and number = 1`.execute(store)
    await sql`update audit_chains set first_number = 2 where chain = ${chain}`.execute(store)
    await expect(verifyChain(store, chain)).resolves.toMatchObject({
      isWhole: false,
      broken: { number: '2' },
    })
  })
})
