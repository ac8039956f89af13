import {
  databaseImports,
  type ImportedColumn,
  type RejectedImportRow,
} from '@basalt/contract/database/imports'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'

import { plural } from '../../../lib/format/format.ts'
import { call } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import {
  type Corrections,
  type StoredCorrections,
  noCorrections,
  useCorrections,
} from './corrections.ts'
import { decided, type ImportJob } from './import-job.ts'
import { RejectedRow, shownCell } from './RejectedRow.tsx'

/** The rejected rows with their reasons, to be corrected in place and tried again. */
export function RejectedRows({ job }: { job: ImportJob }) {
  const { ref, state } = job
  const { kept: stored, corrections, isKept } = useCorrections(ref, state.id)
  const rejected = useRejected(ref, state.id)
  const rows = rejected.data?.pages.flatMap((page) => page.rows) ?? []
  useReadOn(rejected, corrections)
  useSettled(rejected, { id: state.id, stored, corrections })
  const corrected = rows.filter(({ number }) => corrections[number] !== undefined)
  const retry = useRetry(job, async (tried) => {
    await rejected.refetch()
    stored.tried(state.id, tried)
  })
  const tryAgain = () => {
    if (corrected.length === 0 || retry.isPending) return
    retry.mutate(
      corrected.map(({ number, cells }) => ({
        number,
        cells: cells.map((cell, at) => shownCell(corrections[number], at, cell)),
      })),
    )
  }

  if (rejected.isPending) return <SkeletonRows rows={4} className="h-8" />
  if (rejected.error !== null) {
    return (
      <ErrorPanel
        title="The rejected rows could not be loaded"
        error={rejected.error}
        onRetry={() => void rejected.refetch()}
      />
    )
  }
  return (
    <form
      aria-label="Rejected rows"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        tryAgain()
      }}
    >
      {retry.error !== null && <Notice tone="bad" title={retry.error.message} />}
      {!isKept && <NoRoom />}
      <RowList
        {...{ rows, corrections }}
        columns={state.columns}
        onType={(row, at, value) => stored.type(state.id, { row, at, value })}
        onTry={({ number, cells }) => retry.isPending || retry.mutate([{ number, cells }])}
      />
      <Actions
        count={corrected.length}
        isTrying={retry.isPending}
        onMore={rejected.hasNextPage ? () => void rejected.fetchNextPage() : undefined}
        isReading={rejected.isFetching}
      />
    </form>
  )
}

const NoRoom = () => (
  <Notice tone="warn" title="Browser storage is full">
    <p>Your corrections are lost when you close the page. Try the corrected rows again first.</p>
  </Notice>
)

type Typed = { id: string; stored: StoredCorrections; corrections: Corrections }

/** Corrections equal to the original are removed too, because nothing would change. */
function useSettled({ data, hasNextPage }: Rejected, { id, stored, corrections }: Typed) {
  useEffect(() => {
    const rows = data?.pages.flatMap((page) => page.rows)
    if (rows === undefined || corrections === noCorrections) return
    stored.settle(id, { rows, isAll: !hasNextPage })
  }, [data, hasNextPage, stored, id, corrections])
}

/** Loads rows that were corrected on an earlier visit. */
function useReadOn(rejected: Rejected, corrections: Corrections) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = rejected
  const last = data?.pages.at(-1)?.rows.at(-1)?.number ?? 0
  const isMissing = hasNextPage && Object.keys(corrections).some((row) => Number(row) > last)
  useEffect(() => {
    if (isMissing && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, isFetching, isError, fetchNextPage])
}

type ActionsProps = {
  count: number
  isTrying: boolean
  onMore: (() => void) | undefined
  isReading: boolean
}

function Actions({ count, isTrying, onMore, isReading }: ActionsProps) {
  return (
    <div className="sticky -bottom-4 -mb-4 flex items-center gap-3 bg-raised pt-2 pb-4">
      <Button
        type="submit"
        variant="primary"
        isPending={isTrying}
        disabledReason={count === 0 ? 'Correct a row first' : undefined}
      >
        {count === 0 ? 'Try again' : `Try ${plural(count, 'row')} again`}
      </Button>
      {onMore !== undefined && (
        <Button isPending={isReading} onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  )
}

type Retried = { number: number; cells: (string | null)[] }[]

function useRetry(job: ImportJob, onRejected: (tried: Retried) => Promise<void>) {
  const params = { ref: job.ref, import: job.state.id }
  return useMutation({
    mutationFn: (rows: Retried) =>
      decided(job, call(databaseImports.retry, { params, body: { rows } })),
    onSuccess: async (next, tried) => {
      if (next.status === 'deciding') await onRejected(tried)
    },
  })
}

const pageRows = 50

type Rejected = ReturnType<typeof useRejected>

const useRejected = (ref: string, id: string) =>
  useInfiniteQuery({
    queryKey: ['rejected rows', ref, id],
    queryFn: ({ pageParam, signal }) =>
      call(
        databaseImports.rejected,
        { params: { ref, import: id }, query: { after: pageParam, limit: pageRows } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ rows, has_more }) => (has_more ? rows.at(-1)?.number : undefined),
    staleTime: 0,
    gcTime: 0,
  })

type ListProps = {
  rows: readonly RejectedImportRow[]
  corrections: Corrections
  columns: readonly ImportedColumn[]
  onType: (number: number, at: number, value: string | null) => void
  onTry: (row: RejectedImportRow) => void
}

function RowList({ rows, corrections, columns, onType, onTry }: ListProps) {
  return (
    <ol className="flex flex-col gap-3">
      {rows.map((row) => (
        <RejectedRow
          key={row.number}
          {...{ row, columns }}
          typed={corrections[row.number]}
          onType={(at, value) => onType(row.number, at, value)}
          onTry={() => onTry(row)}
        />
      ))}
    </ol>
  )
}
