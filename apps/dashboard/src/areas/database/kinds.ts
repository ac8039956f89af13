import type { KindName } from './kind-names.ts'
import { sequences } from './kinds/sequences/sequences.tsx'
import type { AnyKind } from './object-kind.ts'

const kinds: Readonly<Record<KindName, AnyKind>> = { sequences }

/** The kind in a URL; undefined where it is none. */
export const findKind = (name: string): AnyKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name as KindName] : undefined
