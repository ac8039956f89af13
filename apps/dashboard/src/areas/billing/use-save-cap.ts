import { billing } from '@basalt/contract/billing/billing'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { call } from '../../lib/network/api.ts'
import { refreshBilling, subscriptionQuery } from './queries.ts'

/** Sets the spend cap in micro-dollars, or takes it away with null. */
export function useSaveCap(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (cap: number | null) =>
      call(billing.setSpendCap, { params: { slug }, body: { cap_micros: cap } }),
    onSuccess: async (saved, cap) => {
      client.setQueryData(subscriptionQuery(slug).queryKey, saved)
      notify.success(cap === null ? 'Spend cap turned off' : `Spend cap set to ${formatMoney(cap)}`)
      await refreshBilling(client)
    },
  })
}
