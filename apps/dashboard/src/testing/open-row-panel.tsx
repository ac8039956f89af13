import type { TableDetail } from '@basalt/contract/database/tables'
import { useState } from 'react'
import { vi } from 'vitest'

import { RowPanel, type RowPanelProps } from '../areas/table-editor/row-panel/RowPanel.tsx'
import type { ShownRow } from '../areas/table-editor/row-panel/use-row-param.ts'
import { type Answers, shop } from './answers.ts'
import { database, openPart } from './open-part.tsx'
import { column, plantRows, plants } from './plants.ts'

/** Plants with an identity and a default name. */
const garden: TableDetail = {
  ...plants,
  columns: [
    column('id', {
      data_type: 'bigint',
      kind: 'number',
      is_nullable: false,
      is_primary_key: true,
      is_identity: true,
    }),
    column('name', { default_value: "'moss'" }),
    column('price', { data_type: 'numeric', kind: 'number' }),
  ],
}

type Options = {
  shown?: ShownRow
  table?: TableDetail
  rows?: (string | null)[][]
  props?: Partial<RowPanelProps>
  answers?: Answers
}

export const changes = `POST ${database}/changes`

/** Opens the panel next to rows of a fake grid; it records the calls to the grid. */
export function openRowPanel({
  shown: first,
  table = garden,
  rows = plantRows,
  ...rest
}: Options = {}) {
  const onSaved = vi.fn<RowPanelProps['onSaved']>()
  const onInserted = vi.fn<RowPanelProps['onInserted']>()
  const onShow = vi.fn<RowPanelProps['onShow']>()
  type StagedActions = Awaited<ReturnType<RowPanelProps['staged']['actions']>>
  const staged = { insert: vi.fn<StagedActions['insert']>(), edit: vi.fn<StagedActions['edit']>() }
  function Part() {
    const [shown, setShown] = useState<ShownRow | null>(first ?? { mode: 'edit', key: ['2'] })
    if (shown === null) return <button onClick={() => setShown(first ?? null)}>Again</button>
    return (
      <RowPanel
        projectRef={shop.ref}
        table={table}
        shown={shown}
        viewer={undefined}
        readOnly={undefined}
        insertDenied={undefined}
        neighbours={{ before: ['1'], after: null }}
        staged={{ has: () => false, actions: async () => staged }}
        onSaved={onSaved}
        onInserted={onInserted}
        onStaged={() => undefined}
        {...rest.props}
        onShow={(next) => {
          onShow(next)
          setShown(next)
        }}
      />
    )
  }
  const app = openPart(Part, {
    answers: {
      [`GET ${database}/tables/42/rows`]: (_: unknown, query: URLSearchParams) => {
        const key = /"values":\["([^"]*)"\]/u.exec(query.get('view') ?? '')?.[1]
        return { rows: rows.filter(([id]) => id === key), has_more: false }
      },
      ...rest.answers,
    },
  })
  return { ...app, onSaved, onInserted, onShow, staged }
}
