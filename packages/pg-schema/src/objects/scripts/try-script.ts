import { EngineError, type Queryable } from '@basalt/engine'
import { offsetOfPosition, tokens } from '@basalt/pg-sql'

import { type Step, toShownSql } from '../../designs/steps.ts'
import { findObject } from '../list-objects.ts'
import { type AnyKind, listAttached, type ObjectDesign } from '../object-kind.ts'
import { readObjectDesign } from '../plan-object.ts'
import type { ScriptKind } from './script-kinds.ts'

/** A statement at its offset in the script. */
export type ScriptStatement = { text: string; start: number }

/** PostgreSQL refuses a statement, at an offset in the script. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
  override readonly cause: EngineError
  readonly position: number

  constructor(cause: EngineError, position: number) {
    super(cause.message, { cause })
    this.cause = cause
    this.position = position
  }
}

type ReadObject = {
  id: number
  design: ObjectDesign
  version: string
  /** As SQL names it: `trigger "t" on "public"."orders"`. */
  subject: string
  locked: string | null
  /** The statements that give it, once it is created again, what its design leaves out. */
  attached: readonly Step[]
}

/** An object before and after the script; one that was dropped and created again is the same. */
export type Effect = { before: ReadObject | null; after: ReadObject | null }

/**
 * Runs the statements and takes them back, in a transaction of the caller. Returns their effects.
 *
 * @throws ScriptError
 */
export async function tryScript(
  tx: Queryable,
  kind: ScriptKind,
  statements: readonly ScriptStatement[],
): Promise<Effect[]> {
  const then = await readStates(tx, kind)
  await tx.query('savepoint before_script')
  for (const one of statements) await runStatement(tx, one)
  const now = await readStates(tx, kind)
  const changed = [...now].flatMap(([id, state]) => (then.get(id) === state ? [] : [id]))
  const after = await readObjects(tx, kind.kind, changed)
  await tx.query('rollback to savepoint before_script')
  const old = [...then].flatMap(([id, state]) => (now.get(id) === state ? [] : [id]))
  return matched(await readObjects(tx, kind.kind, old), after)
}

async function runStatement(tx: Queryable, { text, start }: ScriptStatement): Promise<void> {
  try {
    // Values make it one statement of the extended protocol, so that none ends the transaction.
    await tx.text(text, [])
  } catch (error) {
    if (!(error instanceof EngineError) || error.sql === undefined || isInterrupted(error))
      throw error
    const { position } = error.sql
    const offset =
      position === undefined ? findNamed(text, error.message) : offsetOfPosition(text, position)
    throw new ScriptError(error, start + offset)
  }
}

/** The place of the name in a message without a position, as those about policies are. */
function findNamed(text: string, message: string): number {
  const [quoted, name = ''] = /"((?:[^"]|"")+)"/u.exec(message) ?? []
  const places = Array.from(tokens(text)).filter(({ kind, start, end }) => {
    const written = text.slice(start, end)
    return written === quoted || (kind === 'word' && written.toLowerCase() === name)
  })
  return places.length === 1 ? (places[0]?.start ?? 0) : 0
}

/** It waited for a lock, or took too long: nothing is wrong with its text. */
export const isInterrupted = (error: unknown): boolean =>
  error instanceof EngineError && ['55P03', '57014'].includes(error.sql?.sqlstate ?? '')

/** The versions of the rows of all objects, which every change of one renews. */
async function readStates(tx: Queryable, { kind, state }: ScriptKind) {
  const rows = await tx.query<{ id: number; state: string }>(
    `select x.id::int8::float8 as id,
       concat_ws(' ', c.xmin, d.xmin${state === undefined ? '' : `, ${state}`}) as state
     from (${kind.list.all}) x
     join ${kind.catalog} c on c.oid = x.id
     left join pg_description d
       on d.objoid = x.id and d.classoid = '${kind.catalog}'::regclass and d.objsubid = 0`,
  )
  return new Map(rows.map(({ id, state: text }) => [id, text]))
}

async function readObjects(tx: Queryable, kind: AnyKind, ids: readonly number[]) {
  const objects: ReadObject[] = []
  for (const id of ids) {
    const row = await findObject<{ id: number; locked: string | null }>(tx, kind, id)
    const found = await readObjectDesign(tx, kind, id)
    if (row === null || found === null) continue
    const { design } = found
    const attached = await listAttached(kind, design, tx)
    const subject = subjectOf(kind, design)
    objects.push({ id, ...found, subject, locked: row.locked, attached })
  }
  return objects
}

export const subjectOf = (kind: AnyKind, design: ObjectDesign): string =>
  toShownSql(kind.drop(design, { cascade: false })[0]?.fragment ?? []).replace(/^drop /u, '')

function matched(before: readonly ReadObject[], after: readonly ReadObject[]): Effect[] {
  const next = new Set(after)
  const effects: Effect[] = before.map((old) => {
    const found =
      after.find(({ id }) => id === old.id) ??
      after.find((one) => next.has(one) && isSameObject(old, one))
    if (found !== undefined) next.delete(found)
    return { before: old, after: found ?? null }
  })
  return [...effects, ...[...next].map((one) => ({ before: null, after: one }))]
}

type Routine = { schema: string; name: string; arguments: { mode: string; type: string }[] }

const isSameObject = (one: ReadObject, other: ReadObject): boolean =>
  one.subject === other.subject ||
  ('arguments' in one.design && writeInputs(one.design) === writeInputs(other.design))

/** Only the types of its inputs distinguish functions of one name. */
function writeInputs(design: ObjectDesign): string {
  // Triggers have arguments too, and other subjects.
  const { schema, name, arguments: list } = design as unknown as Routine
  const inputs = list.filter(({ mode }) => mode !== 'out' && mode !== 'table')
  return JSON.stringify([schema, name, inputs.map(({ type }) => type)])
}
