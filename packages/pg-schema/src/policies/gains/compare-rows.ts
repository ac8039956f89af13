import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import type { PolicyDesign, PolicyGains, RoleGains } from '@basalt/pg-model'

import { inRolledBackTransaction } from '../../designs/rolled-back.ts'
import type { ObjectChange } from '../../objects/object-kind.ts'
import { ObjectConflict } from '../../objects/plan-object.ts'
import { actAs } from '../act-as.ts'
import { type ChangedTable, readChangedTable } from './changed-table.ts'
import {
  countVerdicts,
  createRowsView,
  createVerdictsView,
  getKey,
  hasMoreRows,
  isSampled,
  maxRows,
  type Position,
  readExamples,
  readsItself,
  tryPresent,
} from './compared-rows.ts'
import { type ConcernedRole, isBound, listConcernedRoles } from './concerned-roles.ts'
import { type ChangedCondition, listChangedConditions } from './role-conditions.ts'
import { findRecursion } from './try-change.ts'

export type Comparison = {
  change: ObjectChange<PolicyDesign>
  /** Of the token of every role but `anon`, whose requests have none. */
  claims: Readonly<Record<string, unknown>> | null
  signal?: AbortSignal | undefined
}

/** Each further role takes another scan of the rows. */
const maxRoles = 6

/** For one role, and for all of them together. */
const timeouts = { role: 5000, total: 15_000 }

/**
 * The rows that roles gain and lose by a change of a policy, or of the row-level security of its
 * table. The change itself does not run: the conditions before and after it are evaluated as each
 * role, in a read-only transaction that takes no lock but that of a SELECT and is rolled back.
 *
 * @throws ObjectMissing, or ObjectConflict when the role of the connection does not see all rows.
 */
export function compareRows(db: ProjectDatabase, comparison: Comparison): Promise<PolicyGains> {
  return inRolledBackTransaction(db, async (tx) => {
    await tx.text('set transaction isolation level repeatable read')
    await tx.text("set local lock_timeout = '2s'")
    await tx.text(`set local statement_timeout = ${timeouts.role}`)
    return compareIn(tx, comparison)
  })
}

type Compared = { role: ConcernedRole; conditions: ChangedCondition[] }

async function compareIn(tx: Queryable, comparison: Comparison): Promise<PolicyGains> {
  const table = await readChangedTable(tx, comparison.change)
  const concerned = await listConcernedRoles(tx, table)
  const bound = concerned.filter(
    (role) => isBound(role, table.before) || isBound(role, table.after),
  )
  const compared = bound
    .slice(0, maxRoles)
    .map((role) => ({ role, conditions: listChangedConditions(role, table) }))
  const changed = compared.filter(({ conditions }) => conditions.length > 0)
  const { isRecursive, recursion } = await createViews(tx, table, {
    ...comparison,
    changed,
    actors: compared.map(({ role: { name } }) => ({
      role: name,
      claims: getClaims(name, comparison.claims),
    })),
  })
  const counted = await countRoles(tx, changed, comparison)
  const found = await readExamples(tx, table, counted.positions)
  const rows = counted.roles.find((one) => one.rows !== undefined)?.rows ?? null
  return {
    columns: table.columns,
    rows,
    sample: await getSample(tx, table, rows),
    row_estimate: table.row_estimate,
    roles: compared.map(({ role }) => {
      const one = counted.roles.find(({ name }) => name === role.name)
      const refusal = recursion?.get(role.name)
      return {
        role: role.name,
        note: one === undefined ? getNote(role) : null,
        error: refusal ?? one?.error ?? null,
        operations: (refusal === undefined ? (one?.operations ?? []) : []).map(
          ({ gainedAt, lostAt, ...operation }) => ({
            ...operation,
            gained_examples: listExamples(found, gainedAt),
            lost_examples: listExamples(found, lostAt),
          }),
        ),
      }
    }),
    omitted: bound.slice(maxRoles).map(({ name }) => name),
    hints: listHints(table, { concerned, bound, isRecursive, ...comparison }),
  }
}

type Viewed = Parameters<typeof findRecursion>[2] & { changed: readonly Compared[] }

/**
 * Creates the views of the conditions. Where a condition reads the table itself, PostgreSQL has to
 * say whether it accepts that. From here on the transaction is read-only.
 */
async function createViews(tx: Queryable, table: ChangedTable, { changed, ...trial }: Viewed) {
  const { change } = trial
  const isChecked = change.action !== 'drop' && /\bselect\b/iu.test(change.design.check ?? '')
  const isRecursive = await createConditions(tx, table, changed)
  const recursion = isRecursive || isChecked ? await findRecursion(tx, table, trial) : null
  if (changed.length > 0) await tx.text('set transaction read only')
  return { recursion, isRecursive: isRecursive && recursion === null }
}

async function createConditions(
  tx: Queryable,
  table: ChangedTable,
  changed: readonly Compared[],
): Promise<boolean> {
  if (changed.length === 0) return false
  await refuseHiddenRows(tx, table)
  await createRowsView(tx, table)
  let isRecursive = false
  for (const [at, { conditions }] of changed.entries()) {
    await createVerdictsView(tx, table, { at, conditions })
    isRecursive ||= await readsItself(tx, table, at)
  }
  return isRecursive
}

async function refuseHiddenRows(tx: Queryable, { id, name }: ChangedTable): Promise<void> {
  const [found] = await tx.query<{ role: string; is_bound: boolean }>(
    'select current_user::text as role, row_security_active($1::oid) as is_bound',
    [id],
  )
  if (found?.is_bound !== true) return
  throw new ObjectConflict(
    `The connected role ${found.role} does not see all rows of ${name}: policies apply to it`,
  )
}

type Counted = {
  name: string
  error: string | null
  rows?: number
  operations: (Omit<RoleGains['operations'][number], 'gained_examples' | 'lost_examples'> & {
    gainedAt: Position[]
    lostAt: Position[]
  })[]
}

async function countRoles(
  tx: Queryable,
  changed: readonly Compared[],
  comparison: Comparison,
): Promise<{ roles: Counted[]; positions: Position[] }> {
  const end = Date.now() + timeouts.total
  const roles: Counted[] = []
  for (const [at, one] of changed.entries()) {
    const ms = Math.min(timeouts.role, end - Date.now())
    roles.push(await countRole(tx, one.conditions, { ...comparison, role: one.role.name, at, ms }))
  }
  const operations = roles.flatMap((role) => role.operations)
  return {
    roles,
    positions: operations.flatMap(({ gainedAt, lostAt }) => [...gainedAt, ...lostAt]),
  }
}

type Turn = Comparison & { role: string; at: number; ms: number }

async function countRole(
  tx: Queryable,
  conditions: readonly ChangedCondition[],
  turn: Turn,
): Promise<Counted> {
  const { role: name, at, ms, signal } = turn
  if (ms <= 0) return { name, error: 'Not compared: the other roles took too long', operations: [] }
  const found = await attempt(tx, turn, () =>
    countVerdicts(tx, { at, size: conditions.length, signal }),
  )
  if ('error' in found) {
    const failed = { turn, error: found.error, size: conditions.length }
    const error = await explainFailure(tx, failed)
    return { name, error, operations: [] }
  }
  const { rows, counted } = found.value
  return {
    name,
    error: null,
    rows,
    operations: counted.flatMap((one, index) => {
      const operation = conditions[index]?.operation
      return operation === undefined ? [] : [{ operation, ...one }]
    }),
  }
}

/** As the role with its claims; nothing of it stays. */
async function attempt<T>(
  tx: Queryable,
  { role, claims, ms }: Turn,
  work: () => Promise<T>,
): Promise<{ value: T } | { error: EngineError }> {
  await tx.text('savepoint compared')
  try {
    await tx.text(`set local statement_timeout = ${Math.ceil(ms)}`)
    await actAs(tx, { role, claims: getClaims(role, claims) })
    return { value: await work() }
  } catch (error) {
    if (error instanceof EngineError && error.kind === 'statement') return { error }
    throw error
  } finally {
    await tx.text('rollback to savepoint compared').catch(() => undefined)
  }
}

/** A token names the role of its request, and requests without one act as `anon`. */
const getClaims = (role: string, claims: Comparison['claims']): string =>
  JSON.stringify({ ...(role === 'anon' ? {} : claims), role })

/** A condition that fails makes each statement of the role fail: says whether it does so today. */
async function explainFailure(
  tx: Queryable,
  { turn, error, size }: { turn: Turn; error: EngineError; size: number },
): Promise<string> {
  const { message, sql } = error
  if (sql?.sqlstate === '57014')
    return `Not compared: it took longer than ${Math.ceil(turn.ms / 1000)} s`
  if (sql?.sqlstate === '42501' && message.includes('set role'))
    return 'Not compared: you cannot act as this role'
  const today = await attempt(tx, turn, () => tryPresent(tx, { ...turn, size }))
  return 'error' in today
    ? `Reading the table fails for this role now: ${message}`
    : `With this change, reading the table fails for this role: ${message}`
}

async function getSample(
  tx: Queryable,
  table: ChangedTable,
  rows: number | null,
): Promise<PolicyGains['sample']> {
  if (rows === null) return null
  if (isSampled(table)) return 'random'
  return rows === maxRows && (await hasMoreRows(tx, table)) ? 'first' : null
}

const listExamples = (
  found: ReadonlyMap<string, (string | null)[]>,
  positions: readonly Position[],
): (string | null)[][] =>
  positions.flatMap((position) => {
    const values = found.get(getKey(position))
    return values === undefined ? [] : [values]
  })

const getNote = ({ privileges }: ConcernedRole): string | null =>
  privileges.select ? null : 'No SELECT privilege on the table, so it sees no row'

type Hinted = Pick<Comparison, 'change'> & {
  concerned: readonly ConcernedRole[]
  bound: readonly ConcernedRole[]
  isRecursive: boolean
}

function listHints(table: ChangedTable, { concerned, bound, isRecursive }: Hinted): string[] {
  const { before, after, isCheckChanged } = table
  if (before.row_security === 'off' && after.row_security === 'off')
    return ['Row-level security stays off for this table, so its policies are not applied']
  const bypassing = concerned.filter((role) => role.bypasses).map(({ name }) => name)
  return [
    ...(bypassing.length > 0 && bound.length === 0
      ? [`Policies do not apply to ${bypassing.join(', ')}, which can bypass them`]
      : []),
    ...(isCheckChanged ? ['WITH CHECK applies to new rows, which are not compared'] : []),
    ...(isRecursive
      ? [
          'The conditions read the table itself. PostgreSQL may refuse this as infinite recursion when the policy is applied',
        ]
      : []),
  ]
}
