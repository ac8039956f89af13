import { lazyRouteComponent, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'

type Params = Record<string, string>

/**
 * A route's component whose page is its own chunk; the router fetches the chunk while the
 * route's guard runs. `propsOf` turns the URL's parts into the page's props: `search` is
 * what the route's `validateSearch` made.
 */
export function page<Props extends object, const Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  propsOf: (params: Params, search: never) => Props,
) {
  const Lazy = lazyRouteComponent(load as () => Promise<Record<string, never>>, name)
  // The library types the component loosely; what it renders is the named export.
  const Page = Lazy as unknown as ComponentType<Props> & { preload?: () => Promise<void> }
  function RoutePage() {
    const params = useParams({ strict: false }) satisfies Params
    const search: unknown = useSearch({ strict: false })
    // Each route's own validateSearch made it, which is what its propsOf expects.
    return <Page {...propsOf(params, search as never)} />
  }
  return Object.assign(RoutePage, {
    // The library takes its own preload away once the chunk is there.
    preload: async () => {
      await Page.preload?.()
    },
  })
}

export const noProps = () => ({})
