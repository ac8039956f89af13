import { alerts, type AlertRule, type AlertValues } from '@basalt/contract/alerts/alerts'
import { members } from '@basalt/contract/organization/members'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'

const always = { staleTime: 0 }

/** Rules are evaluated each minute. */
export const rulesQuery = (ref: string) => ({
  ...query(alerts.list, { params: { ref } }),
  ...always,
  refetchInterval: 10_000,
})

export const membersQuery = (slug: string) => query(members.list, { params: { slug } })

export const previewQuery = (
  ref: string,
  { condition, for_minutes }: Pick<AlertValues, 'condition' | 'for_minutes'>,
) => query(alerts.preview, { params: { ref }, body: { condition, for_minutes } })

type RuleKey = Pick<AlertRule, 'id' | 'name'>

export function useEnableRule(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, is_enabled: isEnabled }: Pick<AlertRule, 'id' | 'is_enabled'>) =>
      call(alerts.enable, { params: { ref, id }, body: { is_enabled: isEnabled } }),
    onSuccess: async ({ name, is_enabled: isEnabled }) => {
      notify.success(isEnabled ? `${name} is enabled` : `${name} is disabled`)
      await invalidate(client, alerts.list)
    },
    onError: (error) => notify.error(error.message),
  })
}

export function useRemoveRule(ref: string, onRemoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: RuleKey) => call(alerts.remove, { params: { ref, id } }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} was removed`)
      onRemoved()
      await invalidate(client, alerts.list)
    },
  })
}

export function useEndSilence(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: RuleKey) =>
      call(alerts.silence, { params: { ref, id }, body: { until: null, reason: '' } }),
    onSuccess: async ({ name }) => {
      notify.success(`${name} notifies again`)
      await invalidate(client, alerts.list)
    },
    onError: (error) => notify.error(error.message),
  })
}

export function useRenewSecret(ref: string, onRenewed: (secret: string | null) => void) {
  return useMutation({
    mutationFn: ({ id }: RuleKey) => call(alerts.renewSecret, { params: { ref, id } }),
    onSuccess: ({ webhook_secret: secret }) => onRenewed(secret),
  })
}

/** Sends a test notification to everyone whom a rule notifies. */
export function useTestRule(ref: string) {
  return useMutation({
    mutationFn: async ({ id, name }: RuleKey) => ({
      name,
      ...(await call(alerts.test, { params: { ref, id }, body: {} })),
    }),
  })
}
