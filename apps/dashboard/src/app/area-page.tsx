import type { DisableableFeature } from '@basalt/catalog'
import type { Install } from '@basalt/contract/utility'
import { type ComponentType, lazy, Suspense } from 'react'

import { useSwitchedOff } from '../lib/access/disabled-features.ts'
import { SwitchedOff } from '../product/SwitchedOff.tsx'
import type { RawSearch } from './search.ts'

type Params = Readonly<Record<string, string>>
type Address = { params: Params; search: RawSearch }

/** A line in the table of an area. */
export type AreaPage = {
  pattern: RegExp
  /** The address does not exist on installs that do not offer it. */
  isOffered?: (install: Install) => boolean
  Page: ComponentType<Address>
}

type Loaded<Props extends object, Name extends string> = {
  load: () => Promise<Record<Name, ComponentType<Props>>>
  name: Name
}

/**
 * A page at `/like/{this}`, as its own chunk. `propsOf` turns the URL's parts into the
 * page's props.
 */
export function areaPage<Props extends object, const Name extends string>(
  path: string,
  { load, name }: Loaded<Props, Name>,
  propsOf: (params: Params, search: RawSearch) => Props,
): AreaPage {
  const Loaded = lazy(async () => ({ default: (await load())[name] }))
  return {
    pattern: getPattern(path),
    Page: ({ params, search }) => {
      // The library cannot see that the props of the lazy component are the page's own.
      const Page = Loaded as unknown as ComponentType<Props>
      return (
        <Suspense>
          <Page {...propsOf(params, search)} />
        </Suspense>
      )
    },
  }
}

/** The page explains that its feature is switched off, instead of being missing. */
export function switched(
  feature: DisableableFeature,
  what: string,
  { Page, ...line }: AreaPage,
): AreaPage {
  function SwitchedPage(address: Address) {
    const reason = useSwitchedOff(feature)
    return reason === undefined ? (
      <Page {...address} />
    ) : (
      <SwitchedOff what={what} reason={reason} />
    )
  }
  return { ...line, Page: SwitchedPage }
}

export const noProps = () => ({})

function getPattern(path: string): RegExp {
  const parts = path.replaceAll(/\{(\w+)\}/gu, '(?<$1>[^/]+)')
  return new RegExp(`^${parts}/?$`, 'u')
}
