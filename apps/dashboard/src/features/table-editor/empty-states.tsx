import { type ComponentProps, lazy, Suspense } from 'react'

import type * as notices from './empty-notices.tsx'

const load = () => import('./empty-notices.tsx')

// Most tables have rows: what stands in for them is loaded when it is needed.
const LazyNoTables = lazy(async () => ({ default: (await load()).NoTables }))
const LazyNoTableChosen = lazy(async () => ({ default: (await load()).NoTableChosen }))
const LazyNoRows = lazy(async () => ({ default: (await load()).NoRows }))
const LazyTableFailure = lazy(async () => ({ default: (await load()).TableFailure }))

export const NoTables = (props: ComponentProps<typeof notices.NoTables>) => (
  <Suspense>
    <LazyNoTables {...props} />
  </Suspense>
)

export const NoTableChosen = () => (
  <Suspense>
    <LazyNoTableChosen />
  </Suspense>
)

export const NoRows = (props: ComponentProps<typeof notices.NoRows>) => (
  <Suspense>
    <LazyNoRows {...props} />
  </Suspense>
)

export const TableFailure = (props: ComponentProps<typeof notices.TableFailure>) => (
  <Suspense>
    <LazyTableFailure {...props} />
  </Suspense>
)
