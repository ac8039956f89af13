import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { screen, within } from '@testing-library/react'

import { type Answers, shop, signedIn } from './answers.ts'
import { openApp } from './open-app.tsx'
import { database } from './open-part.tsx'

type Options = {
  rows: readonly (readonly (string | null)[])[]
  hasMore?: boolean
  /** The query of the address. */
  search?: string | undefined
  answers?: Answers | undefined
  /** The details of the table once it is read, in addition to the list entry. */
  detail?: Partial<TableDetail> | undefined
}

/** Opens the page of a table, the only one of its database. */
export function openTable(
  table: TableDetail,
  { rows, hasMore = false, search = '', answers, detail }: Options,
) {
  const route = `${database}/tables/${table.id}`
  const app = openApp(
    `/project/${shop.ref}/editor/${table.id}${search}`,
    signedIn({
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: { tables: [table], has_more: false },
      [`GET ${route}`]: { ...table, ...detail },
      [`GET ${route}/rows`]: { rows, has_more: hasMore },
      ...answers,
    }),
  )
  const grid = () => screen.findByRole('grid', { name: `Rows of public.${table.name}` })
  return {
    ...app,
    cellWith: async (text: string) => within(await grid()).findByRole('gridcell', { name: text }),
    /** The view of the last requested page of rows; undefined without one. */
    lastView: (): RowView | undefined => {
      const last = app.calls.findLast((call) => call.route === `GET ${route}/rows`)
      const text = last?.query.get('view')
      return typeof text === 'string' ? (JSON.parse(text) as RowView) : undefined
    },
  }
}
