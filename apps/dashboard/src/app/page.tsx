import { lazyRouteComponent, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'

type Params = Record<string, string>

/**
 * A route's component whose page is a separate chunk; the router loads it while the route's guard
 * runs. `propsOf` maps the URL's parts to the page's props: `search` is the result of the route's
 * `validateSearch`.
 */
export function page<Props extends object, const Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  propsOf: (params: Params, search: never) => Props,
) {
  const Lazy = lazyRouteComponent(load as () => Promise<Record<string, never>>, name)
  // The library types the component loosely; it renders the named export.
  const Page = Lazy as unknown as ComponentType<Props> & { preload?: () => Promise<void> }
  function RoutePage() {
    const params = useParams({ strict: false }) satisfies Params
    const search: unknown = useSearch({ strict: false })
    // Each route's own validateSearch produced it, as its propsOf expects.
    return <Page {...propsOf(params, search as never)} />
  }
  return Object.assign(RoutePage, {
    // The library removes its own preload once the chunk is loaded.
    preload: async () => {
      await Page.preload?.()
    },
  })
}

export const noProps = () => ({})
