import { formatBytes } from '../../lib/format/format-bytes.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Badge, Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

export type SampleIndex = {
  name: string
  table: string
  kind: string
  bytes: number
  isValid: boolean
  builtAt: string
}

const tables = ['orders', 'customers', 'order_lines', 'payments']
const kinds = ['btree', 'gin', 'brin']

/** Made-up indexes, the same ones each time. */
export const listIndexes = (count: number): SampleIndex[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `${tables[at % 4]}_${at}_idx`,
    table: tables[at % 4] ?? '',
    kind: kinds[at % 3] ?? '',
    bytes: ((at * 7919) % 977) * 65_536,
    isValid: at % 5 !== 3,
    builtAt: new Date(Date.UTC(2026, 0, 1 + (at % 300))).toISOString(),
  }))

export const indexColumns: Column<SampleIndex>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
    sortValue: ({ name }) => name,
  },
  { id: 'table', header: 'Table', cell: ({ table }) => table, sortValue: ({ table }) => table },
  {
    id: 'kind',
    header: 'Kind',
    width: '80px',
    hideBelow: 'narrow',
    cell: ({ kind }) => <Badge>{kind}</Badge>,
    sortValue: ({ kind }) => kind,
  },
  {
    id: 'size',
    header: 'Size',
    width: '92px',
    align: 'end',
    cell: ({ bytes }) => formatBytes(bytes),
    sortValue: ({ bytes }) => bytes,
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest first', descending: 'Largest first' },
  },
  {
    id: 'state',
    header: 'State',
    width: '104px',
    hasLabel: false,
    cell: ({ isValid }) => (
      <Status tone={isValid ? 'good' : 'bad'}>{isValid ? 'Valid' : 'Invalid'}</Status>
    ),
    sortValue: ({ isValid }) => isValid,
    orderNames: { ascending: 'Invalid first', descending: 'Valid first' },
  },
  {
    id: 'built',
    header: 'Built',
    width: '124px',
    isHiddenByDefault: true,
    cell: ({ builtAt }) => <Time at={builtAt} />,
    sortValue: ({ builtAt }) => new Date(builtAt),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]
