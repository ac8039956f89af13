import { Radio } from 'lucide-react'

import { Button } from '../../../ui/Button.tsx'
import type { LogPageState } from '../state/use-log-page.ts'

/** Starts and stops the live tail. */
export function LiveButton({ page }: { page: LogPageState }) {
  const { view, isLive, change } = page
  return (
    <Button
      icon={Radio}
      aria-pressed={isLive}
      variant={isLive ? 'primary' : 'secondary'}
      tooltip={isLive ? 'Stop the live tail' : 'Show new rows as they arrive'}
      disabledReason={
        view.range.kind === 'fixed' ? 'Choose a range that ends now to see new rows' : undefined
      }
      onClick={() => change({ isLive: !isLive })}
    >
      Live
    </Button>
  )
}
