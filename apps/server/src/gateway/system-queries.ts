import type { Queryable } from '@basalt/engine'
import { CompiledQuery } from 'kysely'

import type { Store } from '../store/store.ts'

/** Statements of services, which know PostgreSQL and not the store, over the store's connections. */
export const systemQueries = (store: Store): Pick<Queryable, 'query'> => ({
  async query<Row extends object>(text: string, values: readonly unknown[] = []) {
    const { rows } = await store.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  },
})
