import { useQueryClient } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'

import { plainKey } from '../../../product/row-changes/key-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusOnMount } from '../../../ui/focus.ts'
import { Picker } from '../../../ui/Picker.tsx'
import { tableQuery } from '../tables/queries.ts'
import type { ForeignKeyFormProps } from './ForeignKeyForm.tsx'
import { likelyColumns, useTargets } from './key-targets.ts'
import type { DraftKey } from './table-draft.ts'

type Target = { schema: string; table: string; key: readonly string[] }

/** The referenced table. Its key, and the probable column, are set with it. */
export function KeyTarget(props: ForeignKeyFormProps) {
  const { projectRef, tableId, draft, draftKey, isFresh, onChange } = props
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const { data } = useTargets(projectRef, search)
  const tables = data?.tables ?? []
  const { schema, table } = draftKey.references

  function point({ schema: at, table: name, key }: Target, isSelfReference = false) {
    const likely = likelyColumns(draft.columns, name, key)
    onChange({ ...pointed(draftKey, { schema: at, table: name, key }, likely), isSelfReference })
  }
  async function pick(id: string) {
    if (id === itself) {
      return point({ schema: draft.schema, table: draft.name, key: draft.primary_key }, true)
    }
    const found = tables.find((one) => String(one.id) === id)
    if (found === undefined) return
    const scope = { schema: found.schema, table: found.name }
    // Without its columns the target is chosen all the same, and they are named by hand.
    const detail = await client.fetchQuery(tableQuery(projectRef, found.id)).catch(() => undefined)
    point({ ...scope, key: plainKey(detail?.key ?? []) }, found.id === tableId)
  }

  const own = { id: itself, label: draft.name, group: 'This table' }
  return (
    <Picker
      placeholder="Find a table"
      empty="No matching tables"
      items={[
        ...(tableId === undefined && draft.name !== '' ? [own] : []),
        ...tables.map((one) => ({
          id: String(one.id),
          label: one.name,
          group: one.schema,
          keywords: [one.schema],
        })),
      ]}
      onSearch={setSearch}
      onPick={(id) => void pick(id)}
      trigger={
        <Button
          {...(isFresh && { ref: focusOnMount })}
          aria-label={table === '' ? 'Choose a table' : `References ${schema}.${table}`}
          className="w-full justify-between!"
        >
          <span className="truncate">{table === '' ? 'Choose a table' : `${schema}.${table}`}</span>
          <ChevronsUpDown className="size-3.5! text-ink-faint" />
        </Button>
      }
    />
  )
}

/** No table has this as its id. */
const itself = 'itself'

/** A column that was chosen before is kept. */
function pointed(draftKey: DraftKey, target: Target, likely: readonly string[]): Partial<DraftKey> {
  const { schema, table, key } = target
  const columns = key.length === 0 ? [''] : [...key]
  return {
    references: { schema, table, columns },
    columns: columns.map((_, at) => {
      const chosen = draftKey.columns[at] ?? ''
      return chosen === '' ? (likely[at] ?? '') : chosen
    }),
  }
}
