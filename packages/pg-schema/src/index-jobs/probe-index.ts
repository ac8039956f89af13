import type { ProjectDatabase } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { runSteps } from '../designs/run-steps.ts'
import { step, tableName } from '../designs/steps.ts'
import { planIndexBuild } from '../objects/kinds/indexes/build-plan.ts'
import { findIndexField } from '../objects/kinds/indexes/index-fault.ts'
import { createFragment } from '../objects/kinds/indexes/index-sql.ts'
import { readIndexedTable } from '../objects/kinds/indexes/indexed-table.ts'
import { refuseTakenName } from '../objects/kinds/indexes/partitions.ts'

class Probed extends Error {
  override readonly name = 'Probed'
}

/**
 * Finds the faults of a design before a job builds it: creates the index on an empty table with the
 * same columns, and on a partitioned table without its partitions. Nothing stays.
 *
 * @throws DesignError with the field at fault.
 */
export async function probeIndex(db: ProjectDatabase, design: IndexDefinition): Promise<void> {
  const { id, is_partitioned } = await readIndexedTable(db, design)
  await refuseTakenName(db, design)
  await planIndexBuild(db, design)
  const source = tableName({ schema: design.schema, name: design.table })
  const copy = 'pg_temp."basalt probe"'
  const fragment = createFragment(design, {
    name: [quoteIdent(design.name)],
    table: is_partitioned ? `only ${source}` : copy,
    concurrently: false,
  })
  try {
    await runSteps(db, {
      tableId: id,
      steps: [
        ...(is_partitioned
          ? []
          : [
              step([`create temp table "basalt probe" (like ${source} including generated)`], null),
            ]),
        { ...step(fragment, null), findField: (error) => findIndexField(design, error) },
      ],
      after: () => Promise.reject(new Probed()),
    })
  } catch (error) {
    if (!(error instanceof Probed)) throw error
  }
}
