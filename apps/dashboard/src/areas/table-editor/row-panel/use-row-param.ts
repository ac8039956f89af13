import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'

/** The row in the panel: one by its key, a new one, or a duplicate. */
export type ShownRow =
  | { mode: 'edit'; key: readonly string[] }
  | { mode: 'insert' }
  | { mode: 'copy'; key: readonly string[] }

export type RowParam = ReturnType<typeof useRowParam>

/** The row of the panel, which the address names: `?row=["1"]`, `?row=new`, `?row=new&like=["1"]`. */
export function useRowParam(ref: string, tableId: number) {
  const go = useGo()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { row, like } = search
  const shown = useMemo(() => shownRow(row, like), [row, like])

  return {
    shown,
    show: (next: ShownRow | null): void => {
      const { row: _, like: __, ...others } = search
      const words = Object.entries(others).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
      go(paths.table(ref, tableId, { ...Object.fromEntries(words), ...splitWords(next) }))
    },
  }
}

function splitWords(shown: ShownRow | null): { row?: string; like?: string } {
  if (shown === null) return {}
  if (shown.mode === 'insert') return { row: 'new' }
  const key = JSON.stringify(shown.key)
  return shown.mode === 'edit' ? { row: key } : { row: 'new', like: key }
}

function shownRow(row: unknown, like: unknown): ShownRow | null {
  if (row === 'new') {
    const key = readKey(like)
    return key === null ? { mode: 'insert' } : { mode: 'copy', key }
  }
  const key = readKey(row)
  return key === null ? null : { mode: 'edit', key }
}

function readKey(text: unknown): string[] | null {
  if (typeof text !== 'string') return null
  try {
    const key: unknown = JSON.parse(text)
    const isKey = Array.isArray(key) && key.length > 0
    return isKey && key.every((part) => typeof part === 'string') ? key : null
  } catch {
    return null
  }
}
