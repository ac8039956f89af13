import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { plainView, type TableView } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { listIndexes, indexColumns, type SampleIndex } from './sample-indexes.tsx'
import { TreeSample } from './TreeSample.tsx'

const states = [
  { id: 'rows', label: 'Rows', count: 12 },
  { id: 'long', label: 'Long', count: 5000 },
  { id: 'paged', label: 'Paged' },
  { id: 'partial', label: 'Partial' },
  { id: 'filtered', label: 'No match' },
  { id: 'empty', label: 'Empty' },
  { id: 'loading', label: 'Loading' },
  { id: 'failed', label: 'Failed' },
] as const

type State = (typeof states)[number]['id']

/** Tables in every state, and a tree. Pages made of them are at `/design?show=list` and `object`. */
export function BlockSamples() {
  const [state, setState] = useState<State>('rows')
  return (
    <>
      <div className="flex flex-col gap-3">
        <h3 className="text-xs font-medium text-ink-faint">Tables</h3>
        <TabBar
          label="State of the table"
          tabs={states}
          chosen={state}
          onChoose={(id) => setState(states.find((one) => one.id === id)?.id ?? 'rows')}
        >
          <TableSample key={state} state={state} />
        </TabBar>
      </div>
      <TreeSample />
    </>
  )
}

const few = listIndexes(12)
const many = listIndexes(5000)
const failure = new Error('The database does not answer.')
const nothing = () => undefined

function TableSample({ state }: { state: State }) {
  const [view, setView] = useState<TableView>({
    ...plainView,
    search: state === 'filtered' ? 'zinc' : '',
  })
  const [openId, setOpenId] = useState<string>()
  return (
    <DataTable
      label={`Indexes, ${state}`}
      noun="index"
      nouns="indexes"
      columns={indexColumns}
      rows={listRowsOf(state)}
      getId={({ name }) => name}
      getName={({ name }) => name}
      view={view}
      onViewChange={(change) => setView((before) => ({ ...before, ...change }))}
      error={state === 'failed' ? failure : null}
      failure="The indexes could not be loaded"
      onRetry={nothing}
      partial={
        state === 'partial'
          ? 'The indexes of 2 schemas could not be read: no permission.'
          : undefined
      }
      searchLabel="Search indexes"
      openId={openId}
      onOpen={({ name }) => setOpenId(name)}
      listActions={(rows, clear) => [
        { label: 'Rebuild', onSelect: clear },
        {
          label: `Drop ${rows.length}`,
          icon: Trash2,
          isDanger: true,
          disabledReason: 'You need additional permissions to drop indexes',
          onSelect: nothing,
        },
      ]}
      empty={
        <EmptyState title="No indexes yet" action={<Button variant="primary">New index</Button>}>
          An index finds rows without reading the whole table.
        </EmptyState>
      }
      {...(state === 'paged' && {
        paging: {
          hasMore: true,
          isLoading: false,
          onLoadMore: nothing,
          label: 'Load older indexes',
        },
        note: 'kept for 7 days',
      })}
    />
  )
}

function listRowsOf(state: State): readonly SampleIndex[] | undefined {
  if (state === 'loading' || state === 'failed') return undefined
  if (state === 'empty') return []
  return state === 'long' ? many : few
}
