import { type Column, databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import { CellEditor } from '@basalt/data-grid/CellEditor'
import type { GridEdit } from '@basalt/data-grid/grid-types'
import type { Held } from '@basalt/data-grid/held-close'
import { useQuery } from '@tanstack/react-query'

import { query } from '../../lib/network/api.ts'
import { late } from '../../ui/late.tsx'
import { listOptions, type AdjacentRow, takesEmpty, getTool } from './cell-tools.ts'
import type { valueProblem as ValueProblem } from './value-checks.ts'

let valueProblem: typeof ValueProblem | undefined
const loadFull = () => import('./WholeValue.tsx')
const CellTool = late(async () => (await import('./CellTool.tsx')).CellTool)
const FullNotice = late(async () => (await loadFull()).FullNotice)
const BinaryEditor = late(async () => (await loadFull()).BinaryEditor)

/** Kinds of columns whose values the browser can validate. */
const checked: ReadonlySet<Column['kind']> = new Set(['number', 'json', 'time', 'uuid', 'array'])

/** Preloads the code of a column's editor, before it is opened. */
export function preloadEditor(column: Column, isCut: boolean): void {
  if (getTool(column) !== undefined) CellTool.prepare()
  if (isCut) FullNotice.prepare()
  if (isCut || column.kind === 'binary') BinaryEditor.prepare()
  if (checked.has(column.kind)) void loadChecks()
}

async function loadChecks() {
  ;({ valueProblem } = await import('./value-checks.ts'))
}

type Props = {
  projectRef: string
  table: TableDetail
  column: Column
  edit: GridEdit
  value: string | null
  /** The value was refused: it may be sent once more as it is. */
  isUnsaved?: boolean | undefined
  /** The page sent only the beginning of the value; it is read whole first. */
  isCut: boolean
  /** Null where the row has no key yet. */
  rowKey: readonly string[] | null
  /** `previous` is the complete former value. */
  onSave: (value: string | null, previous: string | null) => Held | void
  onDefault?: (() => void) | undefined
  /** The other columns of the row. */
  adjacent?: AdjacentRow | undefined
}

/** The editor of one cell of a table: its exact text, and a tool that fits the type. */
export function RowCellEditor(props: Props) {
  return props.isCut && props.rowKey !== null ? (
    <FullCellEditor {...props} rowKey={props.rowKey} />
  ) : (
    <ColumnEditor {...props} />
  )
}

function FullCellEditor({ rowKey, ...props }: Props & { rowKey: readonly string[] }) {
  const { projectRef, table, column } = props
  const position = { column: column.name, key: JSON.stringify(rowKey) }
  const full = useQuery({
    ...query(databaseTables.cell, { params: { ref: projectRef, id: table.id }, query: position }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  // The grid buffers typed text and passes it to the editor.
  if (full.data === undefined || full.isFetching)
    return <FullNotice {...props} rowKey={rowKey} error={full.error} />
  return <ColumnEditor {...props} value={full.data.value} rowKey={rowKey} />
}

/** Longer binary values cannot be edited as text. */
const maxBinaryLength = 4096

function ColumnEditor({ projectRef, column, edit, value, ...props }: Props) {
  const isBytes = column.kind === 'binary' && (value?.length ?? 0) > maxBinaryLength
  const check = (text: string) => valueProblem?.(column, text)
  // Words that are no key are a search: the tool resolves them.
  const options = listOptions(column)
  const isSearched = column.references !== null && options === undefined
  const isKey = (text: string) => valueProblem !== undefined && check(text) === undefined
  const isSearch = isSearched && edit.typed !== undefined && !isKey(edit.typed)
  const ended = isSearch && edit.ended !== 'stay' ? edit.ended : undefined
  const shared = {
    edit: ended === undefined ? edit : { ...edit, ended: undefined },
    label: `${column.name}, ${column.data_type}`,
    value,
    isUnsaved: props.isUnsaved,
    isNullable: column.is_nullable,
    takesEmpty: takesEmpty(column),
    onSave: (next: string | null) => props.onSave(next, value),
    onDefault: column.default_value === null ? undefined : props.onDefault,
    help: `${column.data_type}${column.is_nullable ? '' : ' · not null'}`,
  }
  if (isBytes) return <BinaryEditor {...shared} projectRef={projectRef} column={column} />
  const tool = getTool(column)
  return (
    <CellEditor
      {...shared}
      options={options}
      isLong={isLong(column, value)}
      isSearched={isSearched}
      check={check}
      renderTool={
        tool &&
        ((field) => (
          <CellTool {...{ projectRef, column, field, ended }} adjacent={props.adjacent} />
        ))
      }
    />
  )
}

function isLong({ kind }: Column, value: string | null): boolean {
  if (value === null) return false
  return kind === 'json' ? value.length > 60 : value.includes('\n')
}
