import { Link as RouterLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ComponentType, Ref } from 'react'

import { toLocation } from './location.ts'

// Paths are made by `paths`, so the router's own typing of them is not needed here.
const Anchor = RouterLink as unknown as ComponentType<
  Omit<Props, 'href'> & ReturnType<typeof toLocation> & { activeOptions: { exact: boolean } }
>

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** Made by `paths`. */
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/** Otherwise the router marks the links of every page above as the current page, too. */
const activeOptions = { exact: true }

/** A link inside the dashboard. Its page's code is fetched when the pointer comes near. */
export function Link({ href, ...rest }: Props) {
  return <Anchor {...toLocation(href)} activeOptions={activeOptions} {...rest} />
}
