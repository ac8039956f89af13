import {
  lazyRouteComponent,
  type RouteComponent,
  useLocation,
  useSearch,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { useInstall } from '../lib/install.tsx'
import type { AreaPage } from './area-page.tsx'
import type { RawSearch } from './search.ts'
import { FramedNotFound } from './shell/NotFound.tsx'

type Table = { pages: readonly AreaPage[] }

/**
 * A route's component for all paths below it: a lazily loaded table maps paths to pages, so that
 * the first page of an install does not include the addresses of rarely opened pages. A path that
 * is not in the table gets `Missing`.
 */
export const area = (
  load: () => Promise<Table>,
  Missing: ComponentType = FramedNotFound,
): RouteComponent =>
  lazyRouteComponent(async () => {
    const { pages } = await load()
    return { default: () => <AreaPages pages={pages} Missing={Missing} /> }
  })

/** The page's own line of the table parses the search parameters. */
export const anySearch = (raw: RawSearch): RawSearch => raw

function AreaPages({ pages, Missing }: Table & { Missing: ComponentType }) {
  const install = useInstall()
  const { pathname } = useLocation()
  const search: RawSearch = useSearch({ strict: false })
  for (const { pattern, isOffered, Page } of pages) {
    const found = pattern.exec(pathname)
    if (found === null || isOffered?.(install) === false) continue
    return <Page params={{ ...found.groups }} search={search} />
  }
  return <Missing />
}
