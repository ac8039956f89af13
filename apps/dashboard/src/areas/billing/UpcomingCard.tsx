import { useSuspenseQuery } from '@tanstack/react-query'

import { formatPeriod } from '../../lib/format/billing-days.ts'
import { formatExact } from '../../lib/format/format-time.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChargeTable } from './ChargeTable.tsx'
import { upcomingQuery } from './queries.ts'

/** The invoice at the end of this period, so far and as forecast. */
export function UpcomingCard({ slug }: { slug: string }) {
  const { data: upcoming } = useSuspenseQuery(upcomingQuery(slug))
  return (
    <Card
      title="Upcoming invoice"
      description={`${formatPeriod(upcoming)}. Assumes current usage continues.`}
      actions={
        <Link href={paths.organizationUsage(slug)} className={buttonClass()}>
          See usage
        </Link>
      }
    >
      <ChargeTable
        caption="Upcoming invoice items"
        columns={[
          { label: 'So far', charge: upcoming.so_far },
          { label: 'Forecast', charge: upcoming.forecast },
        ]}
      />
      <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
        Measured until {formatExact(upcoming.measured_through)}. The plan fee covers the whole
        period.
      </p>
    </Card>
  )
}
