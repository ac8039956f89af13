import { EngineError, type Queryable } from '@basalt/engine'

import { type Step, toSql } from '../../designs/steps.ts'
import { orNull } from '../reverse-change.ts'
import type { ScriptKind } from './script-kinds.ts'
import type { Effect } from './try-script.ts'

/**
 * The statements that undo a script, after it ran in the same transaction. They are tried; null
 * when there are none that work.
 */
export async function reverseScript(
  tx: Queryable,
  kind: ScriptKind,
  effects: readonly Effect[],
): Promise<Step[] | null> {
  const steps = await orNull(() => listSteps(tx, kind, effects))
  return steps !== null && (await areRunnable(tx, steps)) ? steps : null
}

/** The newest objects are dropped first, because they may use older ones. */
async function listSteps(tx: Queryable, { kind }: ScriptKind, effects: readonly Effect[]) {
  const drops: Step[] = []
  const changes: Step[] = []
  const creations: Step[] = []
  for (const { before, after } of effects.toReversed()) {
    if (before === null && after !== null)
      drops.push(...kind.drop(after.design, { cascade: false }))
    if (before !== null && after !== null) {
      changes.push(...(await kind.alter(after.design, before.design, tx)))
      // The script dropped it and created it again.
      if (before.id !== after.id) changes.push(...before.attached)
    }
    if (before !== null && after === null)
      creations.push(...(await kind.create(before.design, tx)), ...before.attached)
  }
  return withoutRepeats([...drops, ...changes, ...creations])
}

/** Every policy of a table has the state of its row-level security. */
function withoutRepeats(steps: readonly Step[]): Step[] {
  const seen = new Set<string>()
  return steps.filter(({ fragment }) => {
    const sql = toSql(fragment)
    if (!sql.startsWith('alter table ')) return true
    const isNew = !seen.has(sql)
    seen.add(sql)
    return isNew
  })
}

async function areRunnable(tx: Queryable, steps: readonly Step[]): Promise<boolean> {
  await tx.query('savepoint before_reverse')
  try {
    for (const { fragment } of steps) await tx.text(toSql(fragment))
    return true
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
    return false
  } finally {
    await tx.query('rollback to savepoint before_reverse')
  }
}
