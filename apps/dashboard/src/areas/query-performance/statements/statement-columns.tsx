import { formatBytes } from '../../../lib/format/format-bytes.ts'
import type { Column } from '../../../ui/data-table/table-model.ts'
import {
  type Figures,
  getBlocksPerRow,
  getHitRatio,
  getMeanMs,
  getTempBytes,
  othersId,
  type ShownStatement,
} from './figures.ts'
import { formatMs, formatNumber, formatShare } from './format-figures.ts'

type Numeric = Pick<
  Column<ShownStatement>,
  'id' | 'header' | 'hint' | 'hideBelow' | 'isHiddenByDefault'
> & {
  value: (row: ShownStatement) => number | null
  format: (value: number) => string
}

const numeric = ({ value, format, ...column }: Numeric): Column<ShownStatement> => ({
  ...column,
  width: '92px',
  align: 'end',
  firstDirection: 'descending',
  orderNames: {
    ascending: `${column.header}, lowest first`,
    descending: `${column.header}, highest first`,
  },
  cell: (row) => {
    const read = value(row)
    return <span className="tabular whitespace-nowrap">{read === null ? '–' : format(read)}</span>
  },
  sortValue: value,
  searchText: () => '',
})

export const columns: Column<ShownStatement>[] = [
  {
    id: 'query',
    header: 'Statement',
    width: 'minmax(200px, 3fr)',
    isName: true,
    hasLabel: false,
    cell: ({ id, query }) =>
      id === othersId ? (
        'Others'
      ) : (
        <span className="line-clamp-2 font-mono text-xs [overflow-wrap:anywhere]">
          {query === '' ? 'Text not known' : query}
        </span>
      ),
    detail: ({ id, role, database, is_own: isOwn }) => (
      <span className="text-xs text-ink-faint">
        {id === othersId ? 'Statements with little time' : `${role} in ${database}`}
        {isOwn && ', Basalt’s own'}
      </span>
    ),
    searchText: ({ query, role, database }) => [query, role, database].join(' '),
  },
  numeric({
    id: 'share',
    header: 'Load',
    hint: 'Share of the time of all listed statements',
    value: ({ share }) => share,
    format: formatShare,
  }),
  numeric({
    id: 'total',
    header: 'Total',
    hint: 'Time of all calls together',
    value: ({ total_ms: ms }) => ms,
    format: formatMs,
  }),
  numeric({ id: 'calls', header: 'Calls', value: ({ calls }) => calls, format: formatNumber }),
  numeric({
    id: 'mean',
    header: 'Mean',
    hint: 'Mean time of a call',
    value: getMeanMs,
    format: formatMs,
  }),
  numeric({
    id: 'p95',
    header: 'p95',
    hint: '95 of 100 samples have at most this mean time. PostgreSQL does not store the times of single calls.',
    hideBelow: 'narrow',
    value: (row) => row.p95_ms,
    format: formatMs,
  }),
  numeric({
    id: 'rows',
    header: 'Rows',
    hint: 'Rows that were returned or changed',
    hideBelow: 'narrow',
    value: ({ rows }) => rows,
    format: formatNumber,
  }),
  numeric({
    id: 'blocks',
    header: 'Blocks/row',
    hint: 'Blocks of 8 KB that were read for each row that was returned or changed. PostgreSQL does not count the rows that a statement reads.',
    hideBelow: 'narrow',
    value: getBlocksPerRow,
    format: formatNumber,
  }),
  numeric({
    id: 'cache',
    header: 'Cache hits',
    hint: 'Share of blocks that were in shared buffers',
    hideBelow: 'narrow',
    value: getHitRatio,
    format: formatShare,
  }),
  numeric({
    id: 'temp',
    header: 'Temporary',
    hint: 'Temporary files of sorts and hashes that exceeded work_mem',
    isHiddenByDefault: true,
    value: getTempBytes,
    format: formatBytes,
  }),
  numeric({
    id: 'wal',
    header: 'WAL',
    hint: 'Write-ahead log that was written',
    isHiddenByDefault: true,
    value: (row) => row.wal_bytes,
    format: formatBytes,
  }),
]

/** The same figures of several statements together. */
export const listTotals = (total: Figures): { name: string; value: string }[] => {
  const [mean, cache, blocks] = [getMeanMs(total), getHitRatio(total), getBlocksPerRow(total)]
  return [
    { name: 'Time', value: formatMs(total.total_ms) },
    { name: 'Calls', value: formatNumber(total.calls) },
    { name: 'Mean', value: mean === null ? '–' : formatMs(mean) },
    { name: 'Rows', value: formatNumber(total.rows) },
    { name: 'Blocks/row', value: blocks === null ? '–' : formatNumber(blocks) },
    { name: 'Cache hits', value: cache === null ? '–' : formatShare(cache) },
    { name: 'Temporary', value: formatBytes(getTempBytes(total)) },
    { name: 'WAL', value: formatBytes(total.wal_bytes) },
  ]
}
