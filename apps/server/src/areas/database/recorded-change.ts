import type { Queryable } from '@basalt/engine'
import {
  type AnyKind,
  type ObjectChange,
  type ObjectDesign,
  prepareReverse,
  recordChange,
  toMigrationName,
  shownSteps,
} from '@basalt/pg-schema'

type Recorded = { name: string; statements: string[] }

/** Records the change of an object as a migration, in its transaction, with what undoes it. */
export function recordedChange(
  kind: AnyKind,
  change: ObjectChange<ObjectDesign>,
  { name, statements }: Recorded,
) {
  let reverse: Awaited<ReturnType<typeof prepareReverse>> | undefined
  return {
    before: async (tx: Queryable): Promise<void> => {
      reverse = await prepareReverse(tx, kind, change)
    },
    after: async (tx: Queryable): Promise<void> => {
      const steps = (await reverse?.(tx)) ?? null
      await recordChange(tx, {
        name: toMigrationName(change.action, kind.noun, name),
        statements,
        rollback: steps === null ? null : shownSteps(steps).map(({ sql }) => sql),
      })
    },
  }
}
