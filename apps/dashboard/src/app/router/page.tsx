import {
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import type { Page } from '../../lib/routes/area.ts'
import { late } from '../../ui/late.tsx'

const SwitchedOff = late(async () => (await import('../../product/SwitchedOff.tsx')).SwitchedOff)

/**
 * The component of a page's route. The page's code is a chunk of its own, which the router
 * fetches while the route's guard runs.
 */
export function pageComponent({ load, name, feature }: Page): RouteComponent {
  if (load === undefined) return Outlet
  // `page` compared the props with the path; here the names of the parts are not known.
  const Page = lazyRouteComponent(async () => {
    const module: Record<string, unknown> = await load()
    return { default: module[name ?? Object.keys(module)[0] ?? ''] }
  }) as ComponentType<object> & { preload?: () => Promise<void> }
  function RoutePage() {
    const { ref, ...parts } = useParams({ strict: false })
    const query: object = useSearch({ strict: false })
    const reason = useSwitchedOff(feature?.key)
    if (feature !== undefined && reason !== undefined) {
      return <SwitchedOff what={feature.name} reason={reason} />
    }
    return <Page {...parts} {...(ref !== undefined && { projectRef: ref })} {...{ query }} />
  }
  return Object.assign(RoutePage, {
    // The library removes its own preload once the chunk is loaded.
    preload: async () => {
      await Page.preload?.()
    },
  })
}
