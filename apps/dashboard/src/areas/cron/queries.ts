import { cron, type CronJob } from '@basalt/contract/cron/cron'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'

const refreshMs = 10_000

/** The jobs whose name, schedule, SQL, URL or role has `search`, and the state of cron. */
export function useJobs(ref: string, { search, enabled }: { search: string; enabled: boolean }) {
  return useInfiniteQuery({
    queryKey: [cron.list.method, cron.list.path, ref, search],
    queryFn: ({ pageParam: after, signal }) =>
      call(
        cron.list,
        {
          params: { ref },
          query: { ...(search !== '' && { search }), ...(after !== null && { after }) },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ jobs, has_more: hasMore }) => (hasMore ? jobs.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

/** One job, whichever page of the list it is on; nothing when there is none. */
export const useJob = (ref: string, id: string) =>
  useQuery({ ...query(cron.list, { params: { ref }, query: { id } }), staleTime: 0 })

export const previewQuery = (ref: string, text: string, timeZone: string) =>
  query(cron.preview, { params: { ref }, query: { text, time_zone: timeZone } })

/** Runs of a job, the latest first. */
export const useRuns = (ref: string, id: string) =>
  useInfiniteQuery({
    queryKey: [cron.runs.method, cron.runs.path, ref, id],
    queryFn: ({ pageParam, signal }) =>
      call(
        cron.runs,
        { params: { ref, id }, query: pageParam === null ? {} : { before: pageParam } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < 50 ? undefined : page.at(-1)?.id),
    staleTime: 0,
    refetchInterval: refreshMs,
  })

export const nameOf = ({ name, id }: CronJob): string => name ?? `Job ${id}`

export function useStartJob(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: CronJob) => call(cron.start, { params: { ref, id }, body: {} }),
    onSuccess: async (_, job) => {
      notify.success(`${nameOf(job)} starts now`)
      await Promise.all([invalidate(client, cron.list), invalidate(client, cron.runs)])
    },
    onError: (error) => notify.error(error.message),
  })
}

export function useStopRun(ref: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (run: string) => call(cron.stop, { params: { ref, id, run }, body: {} }),
    onError: (error) => notify.error(error.message),
    // A run that could not be stopped has ended: its end is shown.
    onSettled: () => Promise.all([invalidate(client, cron.list), invalidate(client, cron.runs)]),
  })
}

export function useSetActive(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, is_active: isActive }: CronJob) =>
      call(cron.setActive, { params: { ref, id }, body: { is_active: !isActive } }),
    onSuccess: () => invalidate(client, cron.list),
    onError: (error) => notify.error(error.message),
  })
}

export function useRemoveJob(ref: string, onRemoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: CronJob) => call(cron.remove, { params: { ref, id } }),
    onSuccess: async (_, job) => {
      notify.success(`${nameOf(job)} was deleted`)
      onRemoved()
      await invalidate(client, cron.list)
    },
  })
}
