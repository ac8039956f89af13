import { type ReleaseGate, releaseGateNames, releaseGates } from '@basalt/catalog'

import type { Store } from '../../store/store.ts'

export type GateState = {
  name: ReleaseGate
  is_open: boolean
  /** Null while the default of the catalogue applies. */
  changed_at: Date | null
  changed_by: string | null
}

/** Every gate of the catalogue, in its order; rows of gates that are no more are left alone. */
export async function listGates(store: Store): Promise<GateState[]> {
  const rows = await store.selectFrom('release_gates').selectAll().execute()
  const known = new Map(rows.map((row) => [row.name, row]))
  return releaseGateNames.map((name) => {
    const row = known.get(name)
    return {
      name,
      is_open: row?.is_open ?? releaseGates[name].isOpen,
      changed_at: row?.changed_at ?? null,
      changed_by: row?.changed_by ?? null,
    }
  })
}

type Decision = { name: ReleaseGate; is_open: boolean; changed_at: Date; changed_by: string }

/** Answers whether the gate was open before. Decisions about one gate wait for each other. */
export async function decideGate(tx: Store, decision: Decision): Promise<boolean> {
  const { name } = decision
  await tx
    .insertInto('release_gates')
    .values({ ...decision, is_open: releaseGates[name].isOpen })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const before = await tx
    .selectFrom('release_gates')
    .select('is_open')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('release_gates').set(decision).where('name', '=', name).execute()
  return before.is_open
}
