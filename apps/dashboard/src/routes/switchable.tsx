import type { DisableableFeature } from '@basalt/catalog'
import { lazy, type ReactNode, Suspense } from 'react'

import { useSwitchedOff } from '../lib/disabled-features.ts'

const SwitchedOff = lazy(async () => ({
  default: (await import('../lib/SwitchedOff.tsx')).SwitchedOff,
}))

type Page = (() => ReactNode) & { preload: () => Promise<void> }

/** A page that says so where its feature is switched off, instead of not being there. */
export function switchable(feature: DisableableFeature, what: string, Wrapped: Page): Page {
  function SwitchablePage() {
    const reason = useSwitchedOff(feature)
    if (reason === undefined) return <Wrapped />
    return (
      <Suspense>
        <SwitchedOff what={what} reason={reason} />
      </Suspense>
    )
  }
  return Object.assign(SwitchablePage, { preload: Wrapped.preload })
}
