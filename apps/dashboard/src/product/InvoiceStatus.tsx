import type { Invoice } from '@basalt/contract/billing/invoices'

import type { Tone } from '../lib/format/tone.ts'
import { Status } from '../ui/Status.tsx'

const looks = {
  open: { tone: 'info', label: 'Open' },
  overdue: { tone: 'bad', label: 'Overdue' },
  paid: { tone: 'good', label: 'Paid' },
  void: { tone: 'neutral', label: 'Void' },
} as const satisfies Record<Invoice['status'], { tone: Tone; label: string }>

/** A dot and a word, the same for those who pay and for those who are paid. */
export function InvoiceStatus({ status }: { status: Invoice['status'] }) {
  const { tone, label } = looks[status]
  return <Status tone={tone}>{label}</Status>
}
