import { logs } from '@basalt/contract/logs/logs'
import { type Report, type ReportBlock, reports } from '@basalt/contract/observability/reports'
import { homeBlocks } from '@basalt/contract/project/home-blocks'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate, query } from '../../../lib/network/api.ts'
import { type Span, toText } from '../../../product/time-range/time-range.ts'

type TopBlock = Extract<ReportBlock, { kind: 'top' }>

export const reportsQuery = (ref: string) => query(reports.list, { params: { ref } })

export const facetsQuery = (ref: string, { from, to }: Span, { source }: TopBlock) => ({
  ...query(logs.facets, {
    params: { ref },
    query: { from: toText(from), to: toText(to), sources: source },
  }),
  staleTime: 0,
})

/** The stored rows of a pinned result. */
export const pinnedRowsQuery = (ref: string, id: string) =>
  query(homeBlocks.rows, { params: { ref, id } })

type NewReport = Pick<Report, 'id' | 'name' | 'blocks'>
type ReportChange = { report: Report; blocks: readonly ReportBlock[] }

/** Changes of pages; changed blocks are shown before they are saved. */
export function useReportChanges(ref: string) {
  const client = useQueryClient()
  const { queryKey } = reportsQuery(ref)
  const show = (change: (all: readonly Report[]) => Report[]) =>
    client.setQueryData(queryKey, (known) => known && change(known))
  const replace = (report: Report) =>
    show((all) => all.map((one) => (one.id === report.id ? report : one)))
  const listed = () => invalidate(client, reports.list)

  const create = useMutation({
    mutationFn: (body: NewReport) => call(reports.create, { params: { ref }, body }),
    onSuccess: (report) => show((all) => [...all.filter(({ id }) => id !== report.id), report]),
    onSettled: listed,
  })
  const rename = useMutation({
    mutationFn: ({ report: { id, version }, name }: { report: Report; name: string }) =>
      call(reports.update, { params: { ref, id }, body: { version, name } }),
    onSuccess: replace,
    onSettled: listed,
  })
  const arrange = useMutation({
    // One change after the other: each needs the version that the one before it has made.
    scope: { id: `reports of ${ref}` },
    mutationFn: ({ report: { id, version }, blocks }: ReportChange) => {
      const known = client.getQueryData(queryKey)?.find((one) => one.id === id)
      const body = { version: known?.version ?? version, blocks: [...blocks] }
      return call(reports.update, { params: { ref, id }, body })
    },
    onMutate: ({ report, blocks }) =>
      show((all) =>
        all.map((one) => (one.id === report.id ? { ...one, blocks: [...blocks] } : one)),
      ),
    onSuccess: ({ id, version }) =>
      show((all) => all.map((one) => (one.id === id ? { ...one, version } : one))),
    // Somebody else has changed the page: theirs is shown.
    onError: listed,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(reports.remove, { params: { ref, id } }),
    onSuccess: (_, id) => show((all) => all.filter((one) => one.id !== id)),
    onSettled: listed,
  })
  return { create, rename, arrange, remove }
}
