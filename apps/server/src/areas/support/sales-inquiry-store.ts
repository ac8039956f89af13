import type { SalesInquiry } from '@basalt/contract/contact'
import { type Selectable, sql } from 'kysely'

import type { Schema } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

const present = (row: Selectable<Schema['sales_inquiries']>): SalesInquiry => ({
  id: row.id,
  name: row.name,
  email: row.email,
  company: row.company,
  message: row.message,
  created_at: row.created_at.toISOString(),
  handled_at: row.handled_at?.toISOString() ?? null,
})

type NewInquiry = Pick<SalesInquiry, 'name' | 'email' | 'company' | 'message'> & { at: Date }

export async function insertSalesInquiry(
  store: Store,
  { at, ...inquiry }: NewInquiry,
): Promise<SalesInquiry> {
  const row = await store
    .insertInto('sales_inquiries')
    .values({ ...inquiry, created_at: at, handled_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  return present(row)
}

const shown = 500

/** Newest first, those that wait before the others. */
export async function listSalesInquiries(store: Store): Promise<SalesInquiry[]> {
  const rows = await store
    .selectFrom('sales_inquiries')
    .selectAll()
    .orderBy(sql`handled_at is not null`)
    .orderBy('created_at', 'desc')
    .limit(shown)
    .execute()
  return rows.map(present)
}

/** Null when there is no such inquiry; one that was handled keeps its time. */
export async function markHandled(
  store: Store,
  id: string,
  at: Date,
): Promise<SalesInquiry | null> {
  const row = await store
    .updateTable('sales_inquiries')
    .set((eb) => ({ handled_at: eb.fn.coalesce('handled_at', sql<Date>`${at}`) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : present(row)
}
