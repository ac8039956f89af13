import type { SupportStatus } from '@basalt/contract/support'

import type { Tone } from '../../lib/format/tone.ts'
import { Status } from '../../ui/Status.tsx'
import { statusLabels } from './request-labels.ts'

const tones = { open: 'info', answered: 'good', closed: 'neutral' } as const satisfies Record<
  SupportStatus,
  Tone
>

export const RequestStatus = ({ status }: { status: SupportStatus }) => (
  <Status tone={tones[status]}>{statusLabels[status]}</Status>
)
