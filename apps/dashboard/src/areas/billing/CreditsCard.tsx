import { useSuspenseQuery } from '@tanstack/react-query'

import { formatMoney } from '../../lib/format/format-money.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Time } from '../../ui/Time.tsx'
import { creditsQuery } from './queries.ts'

/** Credits for the next invoices, and their origin. */
export function CreditsCard({ slug }: { slug: string }) {
  const { data: credits } = useSuspenseQuery(creditsQuery(slug))
  return (
    <Card
      title="Credits"
      description="Deducted from your invoices until they are used up."
      actions={
        <span className="tabular text-lg font-semibold">{formatMoney(credits.balance_micros)}</span>
      }
    >
      {credits.entries.length === 0 ? (
        <CardBody>
          <p className="text-ink-soft">No credits yet.</p>
        </CardBody>
      ) : (
        <ul className="border-t border-line">
          {credits.entries.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-0"
            >
              <span className="min-w-0 flex-1 break-words">
                {entry.reason}
                {entry.invoice_number !== null && !entry.reason.includes(entry.invoice_number) && (
                  <span className="text-ink-faint"> · {entry.invoice_number}</span>
                )}
              </span>
              <span className="text-xs text-ink-faint">
                <Time at={entry.created_at} />
              </span>
              <span className="tabular w-24 text-right">
                {entry.amount_micros > 0 && '+'}
                {formatMoney(entry.amount_micros)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
