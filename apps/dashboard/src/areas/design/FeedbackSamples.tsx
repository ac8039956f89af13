import { ApiError } from '@basalt/contract/errors'
import { Table2 } from 'lucide-react'

import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PriceTag } from '../../ui/PriceTag.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Badge, Status } from '../../ui/Status.tsx'
import { StrengthMeter } from '../../ui/StrengthMeter.tsx'
import { Time } from '../../ui/Time.tsx'
import { Sample } from './Sample.tsx'

const tones = ['good', 'warn', 'bad', 'info'] as const
const failure = new ApiError('database_unreachable', 'The database does not answer.', {
  requestId: '0b0f6c1e',
})
const meters = [
  { width: 10, tone: 'bad', message: 'This password is not acceptable.', warning: undefined },
  { width: 50, tone: 'warn', message: 'This password is not secure enough.', warning: undefined },
  { width: 100, tone: 'good', message: 'This password is strong.', warning: undefined },
] as const

export function FeedbackSamples() {
  return (
    <>
      <Sample name="Status and badges">
        <Status tone="good">Healthy</Status>
        <Status tone="info" isMoving>
          Coming up
        </Status>
        <Status tone="warn">Unhealthy</Status>
        <Status tone="bad">Setup failed</Status>
        <Status tone="neutral">Paused</Status>
        <Badge>Free</Badge>
        <Badge tone="accent">Pro</Badge>
        <Badge tone="good">On</Badge>
        <Badge tone="warn">no RLS</Badge>
        <Badge tone="bad">Failed</Badge>
        <Badge tone="info">New</Badge>
        <Time at="2026-01-01T12:00:00Z" />
        <PriceTag monthlyMicros={10_000_000} hourlyMicros={13_440} note="covered by credits" />
      </Sample>
      <div className="flex flex-col gap-2">
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} title="What happened" action={<Button>Act</Button>}>
            A sentence that explains the effect.
          </Notice>
        ))}
      </div>
      <div className="flex flex-col gap-3">
        {meters.map((meter) => (
          <StrengthMeter key={meter.width} strength={{ ...meter, suggestions: [] }} />
        ))}
      </div>
      <Card
        title="A card"
        description="With a footer"
        footer={<Button variant="primary">Save</Button>}
      >
        <CardBody>
          <Skeleton className="h-4 w-40" />
          <SkeletonRows rows={2} className="h-8" />
        </CardBody>
      </Card>
      <EmptyState
        icon={Table2}
        title="No tables yet"
        action={<Button variant="primary">New table</Button>}
      >
        Tables store your rows. Create the first one here or with SQL.
      </EmptyState>
      <ErrorPanel title="The rows could not be loaded" error={failure} onRetry={() => undefined} />
    </>
  )
}
