import { type Invoice, operatorBilling } from '@basalt/contract/billing/invoices'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Confirm } from '../../ui/Confirm.tsx'

export type InvoiceAction = { kind: 'paid' | 'void'; invoice: Invoice }

/** Asks before an invoice is settled, which cannot be undone. */
export function SettleDialog({ action, onClose }: { action: InvoiceAction; onClose: () => void }) {
  const { kind, invoice } = action
  const client = useQueryClient()
  const isVoid = kind === 'void'
  const settle = useMutation({
    mutationFn: () =>
      call(isVoid ? operatorBilling.void : operatorBilling.markPaid, {
        params: { id: invoice.id },
      }),
    onSuccess: async ({ number }) => {
      onClose()
      notify.success(isVoid ? `Invoice ${number} voided` : `Invoice ${number} marked as paid`)
      await invalidate(client, operatorBilling.invoices)
    },
  })
  const amount = formatMoney(invoice.total_micros)
  const who = invoice.organization_name
  return (
    <Confirm
      isOpen
      isDanger={isVoid}
      title={isVoid ? `Void invoice ${invoice.number}?` : `Mark ${invoice.number} as paid?`}
      confirmLabel={isVoid ? 'Void invoice' : 'Mark as paid'}
      {...(isVoid && { typed: invoice.number })}
      isPending={settle.isPending}
      error={settle.error}
      onClose={onClose}
      onConfirm={() => settle.mutate()}
    >
      {isVoid
        ? `${who} no longer owes anything for this period: ${amount} is written off. This cannot be undone.`
        : `Confirm that you received ${amount} from ${who}. The organization gets a receipt. This cannot be undone.`}
    </Confirm>
  )
}
