import type { Column, TableDetail } from '@basalt/contract/database/tables'
import type { EditEnd } from '@basalt/data-grid/grid-types'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

import { AccessContext } from '../lib/access/access.tsx'
import { InstallProvider } from '../lib/install.tsx'
import { queryClient } from '../lib/network/query-client.ts'
import type { AdjacentRow } from '../product/cell-editor/cell-tools.ts'
import { preloadEditor, RowCellEditor } from '../product/cell-editor/RowCellEditor.tsx'
import { type Answers, fakeNetwork, install, rulesFor, shop, signedIn } from './answers.ts'

const column = (data_type: string, kind: Column['kind'], more: Partial<Column> = {}): Column => ({
  name: 'cell',
  data_type,
  kind,
  is_nullable: true,
  is_identity: false,
  is_generated: false,
  is_primary_key: false,
  default_value: null,
  enum_values: [],
  comment: null,
  references: null,
  ...more,
})

/** A column of each kind with an editor; all are called "cell". */
export const shapes = {
  text: column('text', 'text'),
  integer: column('integer', 'number'),
  numeric: column('numeric', 'number'),
  boolean: column('boolean', 'boolean'),
  mood: column('mood', 'enum', { enum_values: ['calm', 'busy', ''] }),
  json: column('jsonb', 'json'),
  array: column('text[]', 'array'),
  moment: column('timestamp with time zone', 'time'),
  day: column('date', 'time'),
  uuid: column('uuid', 'uuid'),
  bytes: column('bytea', 'binary'),
  range: column('int4range', 'other'),
  product: column('bigint', 'number', {
    references: { table_id: 7, schema: 'public', table: 'products', column: 'id' },
  }),
  /** Part of a key with the column "order", which comes first in it. */
  line: column('integer', 'number', {
    references: {
      table_id: 7,
      schema: 'public',
      table: 'lines',
      column: 'number',
      pairs: [
        { column: 'order', referenced: 'order_id' },
        { column: 'cell', referenced: 'number' },
      ],
    },
  }),
}

/** Preloads the code of editors before the first opens, as the grid does. */
export async function prepareEditors(): Promise<void> {
  for (const shape of Object.values(shapes)) preloadEditor(shape, true)
  await import('../product/cell-editor/CellTool.tsx')
  await import('../product/cell-editor/value-checks.ts')
}

type Opened = {
  value?: string | null
  typed?: string
  ended?: EditEnd
  isCut?: boolean
  answers?: Answers
  isDefaultable?: boolean
  /** The values of the other columns. */
  adjacent?: AdjacentRow['values']
}

/** Opens the editor of a cell of table 42, as the grid does. */
export function openEditor(
  shape: Column,
  { value = null, typed, answers = {}, ...opened }: Opened = {},
) {
  queryClient.clear()
  const calls = fakeNetwork(signedIn(answers))
  const saved = vi.fn<(value: string | null, previous: string | null) => void>()
  const closed = vi.fn<(end: string, isChanged?: boolean) => void>()
  const toDefault = vi.fn<() => void>()
  const written = vi.fn<AdjacentRow['write']>()
  const table: TableDetail = {
    id: 42,
    schema: 'public',
    name: 'things',
    kind: 'table',
    rls_enabled: false,
    row_estimate: 1,
    comment: null,
    key: ['id'],
    columns: [shape],
  }
  const access = { rules: rulesFor('Owner'), organizationSlug: 'acme', projectRef: shop.ref }
  render(
    <InstallProvider value={install}>
      <AccessContext value={access}>
        <QueryClientProvider client={queryClient}>
          <RowCellEditor
            projectRef={shop.ref}
            table={table}
            column={shape}
            edit={{ row: 0, column: 0, typed, ended: opened.ended, close: closed }}
            value={value}
            isCut={opened.isCut === true}
            rowKey={['1']}
            onSave={saved}
            adjacent={opened.adjacent && { values: opened.adjacent, write: written }}
            onDefault={opened.isDefaultable === true ? toDefault : undefined}
          />
        </QueryClientProvider>
      </AccessContext>
    </InstallProvider>,
  )
  return { saved, closed, toDefault, written, calls, user: userEvent.setup() }
}

export const editorField = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^cell, / })
export const pressButton = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
