import { PowerOff } from 'lucide-react'

import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageBody } from '../ui/PageHeader.tsx'

/** In place of a card whose feature is switched off. */
export function SwitchedOffNotice({ what, reason }: { what: string; reason: string }) {
  return (
    <Notice tone="info" title={`${what} is not available`}>
      {reason}
    </Notice>
  )
}

/** In place of a page whose feature is switched off. */
export function SwitchedOff({ what, reason }: { what: string; reason: string }) {
  return (
    <PageBody width="form">
      <EmptyState icon={PowerOff} title={`${what} is not available`}>
        {reason}
      </EmptyState>
    </PageBody>
  )
}
