import type { TableDetail } from '@basalt/contract/database/tables'
import { useMemo } from 'react'

import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { shownColumns } from './column-layout.ts'

const loadArranging = () => import('./column-arranging.ts')

/** The layout of a table's columns on this device, and its changes. */
export function useColumnLayout(ref: string, { id, columns }: TableDetail) {
  const [layout, setLayout] = useSetting(storage.columnLayout(ref, id))
  const [widths, setWidths] = useSetting(storage.columnWidths(ref, id))
  const names = useMemo(() => columns.map(({ name }) => name), [columns])
  const shown = useMemo(() => shownColumns(names, layout), [names, layout])
  return useMemo(
    () => ({
      names,
      layout,
      setLayout,
      shown,
      widths,
      setWidth: (name: string, width: number) => setWidths({ ...widths, [name]: width }),
      move: async (name: string, before: string | undefined) => {
        const { withMoved } = await loadArranging()
        setLayout(withMoved(layout, names, { name, before }))
      },
    }),
    [names, layout, setLayout, shown, widths, setWidths],
  )
}
