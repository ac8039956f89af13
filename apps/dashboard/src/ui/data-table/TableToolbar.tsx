import { Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { Button } from '../Button.tsx'
import { SearchInput, Select } from '../Input.tsx'
import { late } from '../late.tsx'
import type { DataTableProps } from './data-table-props.ts'
import {
  formatSort,
  getNameColumn,
  listOrders,
  type TableOrder,
  type TableSort,
} from './table-model.ts'
import type { TableState } from './use-data-table.ts'

const ColumnPicker = late(async () => (await import('./ColumnPicker.tsx')).ColumnPicker)

type Props<Row extends object> = DataTableProps<Row> & { state: TableState<Row> }

/** So many columns need no choice. */
const fewColumns = 4

/** Search and filters on the left, the order and the columns on the right. */
export function TableToolbar<Row extends object>(props: Props<Row>) {
  const { searchLabel, filters, view, onViewChange, columns, state } = props
  const { paging } = props
  const orders = paging === undefined || paging.isSorted === true ? listOrders(columns) : []
  const canChoose =
    columns.some(({ isHiddenByDefault }) => isHiddenByDefault === true) ||
    (searchLabel !== undefined && columns.length > fewColumns)
  if (searchLabel === undefined && filters === undefined && orders.length === 0 && !canChoose) {
    return null
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      {searchLabel !== undefined && (
        <SearchInput
          label={searchLabel}
          value={view.search}
          className="w-full tablet:w-72"
          onChange={(search) => onViewChange({ search })}
        />
      )}
      {filters}
      <div className="flex min-w-0 flex-auto items-center justify-end gap-2 empty:hidden">
        {orders.length > 0 && <OrderSelect {...props} orders={orders} />}
        {canChoose && <ColumnsButton columns={columns} state={state} />}
      </div>
    </div>
  )
}

type OrderProps<Row extends object> = Props<Row> & { orders: readonly TableOrder[] }

/** Where rows are cards, there are no headers to sort by. */
function OrderSelect<Row extends object>({ view, columns, onViewChange, orders }: OrderProps<Row>) {
  const write = (sort: TableSort | undefined) => formatSort(sort, columns)
  const current = write(view.sort)
  return (
    <Select
      aria-label="Sort by"
      className="data-table-order flex-1"
      value={current ?? ''}
      onChange={({ target }) =>
        onViewChange({ sort: orders.find(({ sort }) => write(sort) === target.value)?.sort })
      }
    >
      {current === undefined && <option value="">Default order</option>}
      {orders.map(({ sort, name }) => (
        <option key={write(sort)} value={write(sort)}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function ColumnsButton<Row extends object>({
  columns,
  state,
}: Pick<Props<Row>, 'columns' | 'state'>) {
  const [isOpen, setIsOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  // The button is another element while the list is open.
  const close = () => {
    flushSync(() => setIsOpen(false))
    trigger.current?.focus({ preventScroll: true })
  }
  const button = (
    <Button
      ref={trigger}
      icon={Columns3}
      aria-haspopup="dialog"
      onPointerEnter={ColumnPicker.prepare}
      onFocus={ColumnPicker.prepare}
      onClick={() => setIsOpen(true)}
    >
      Columns
    </Button>
  )
  if (!isOpen) return button
  return (
    <ColumnPicker
      fallback={button}
      trigger={button}
      choices={columns.map(({ id, header }) => ({
        id,
        header,
        isVisible: state.table.getColumn(id)?.getIsVisible() === true,
        isFixed: getNameColumn(columns)?.id === id,
      }))}
      onToggle={(id) => state.table.getColumn(id)?.toggleVisibility()}
      onClose={close}
    />
  )
}
