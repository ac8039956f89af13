import type { DisableableFeature, FeaturePreviewKey } from '@basalt/catalog'
import type { Capability } from '@basalt/contract/route'
import type { LucideIcon } from 'lucide-react'
import type { FunctionComponent } from 'react'

import type { AnyPath, NamesIn, Path } from './path.ts'
import type { UrlQuery } from './url-query.ts'

/**
 * Who may open a page, and the frame around it. `app/router/guards.ts` and `app/router/routes.tsx` implement
 * them: `public` needs no session and has no frame, `visitor` has the frame if somebody is signed
 * in, `database` is `project` whose database runs.
 */
export type Guard =
  | 'public'
  | 'visitor'
  | 'signed-in'
  | 'account'
  | 'organization'
  | 'project'
  | 'database'
  | 'operator'

/** A link of the navigation: on the rail, in the panel next to it and in the command menu. */
export type Entry = {
  label: string
  /** Its place among all entries; the lowest of a section places the section on the rail. */
  position: number
  /** Other names under which people look for the page in the command menu. */
  words: string
  /** The section of the rail whose panel lists the page. */
  section?: string
  /** Where pages of several sections have the same label. */
  detail?: string
  /** The sequence of keys that goes there; a section's own keys go to its first page. */
  keys?: string
  /** Listed only in browsers that try this preview. */
  preview?: FeaturePreviewKey
  /** The address, where it is more than the path. It gets the project's ref or the slug. */
  href?: (part: string) => string
  /** A page of the server itself, outside the dashboard. */
  isPlain?: true
}

/** A product area on the rail. Without an entry that can be opened it is not shown. */
export type Section = {
  /** The name of its panel; entries refer to it. */
  name: string
  /** On the rail, where it differs from the name. */
  label?: string
  icon: LucideIcon
  keys?: string
  /** The section is open at this path and below it. */
  below?: AnyPath
  /** And at exactly these. */
  at?: readonly AnyPath[]
  /** Shown only while it is open, in place of the organization that was visited last. */
  isPersonal?: true
}

/** The parts of a path as props. React keeps the name `ref` for itself. */
type Parts<Template extends string> = {
  [Name in NamesIn<Template> as Name extends 'ref' ? 'projectRef' : Name]: string
}

type PageProps<Template extends string> = Parts<Template> & { query: UrlQuery }

type Gates = {
  guard: Guard
  /** Installs without it have nothing at the address. */
  needs?: Capability | 'development'
  /** If it is disabled, the page says that the part called `name` is not available. */
  feature?: { key: DisableableFeature; name: string }
  entries?: readonly Entry[]
  /** Pages that the page shows inside itself, in an outlet. */
  inside?: readonly Page[]
}

/** A page as `app/` reads it. */
export type Page = Gates & {
  path: AnyPath
  load?: () => Promise<Record<string, FunctionComponent<never>>>
  name?: string
  redirect?: (parts: Readonly<Record<string, string>>) => string | undefined
}

type Module<Template extends string> = Record<string, FunctionComponent<PageProps<Template>>>

type Shown<Template extends string, Loaded extends Module<Template>> = {
  /** The module of the page, which is loaded with the first visit. */
  load: () => Promise<Loaded>
  /** The page's component, where it is not the only export of the module. */
  name?: keyof Loaded & string
}

export const page = <
  Template extends string,
  Rest extends unknown[],
  Loaded extends Module<Template>,
>(
  path: Path<Template, Rest>,
  // The compiler compares the props of the component with the path here, where both are known.
  declared: Gates & Shown<Template, Loaded>,
): Page => ({ path, ...declared })

/** A path that leads elsewhere: always, or for values of its parts for which it returns a URL. */
export const redirectFrom = <Template extends string>(
  path: Path<Template, never[]>,
  declared: Gates & { to: (parts: Record<NamesIn<Template>, string>) => string | undefined },
): Page => {
  const { to, ...gates } = declared
  return { path, redirect: to as Page['redirect'], ...gates } as Page
}

/** A folder of `areas/`: its pages, navigation and keys. `app/areas.ts` lists all of them. */
export type Area = {
  sections?: readonly Section[]
  pages: readonly Page[]
  /** Entries for pages of the server. */
  links?: readonly (Entry & { path: AnyPath })[]
}
