import { contribExtensions } from './contrib-extensions.ts'
import type { ExtensionEntry } from './extension-entry.ts'
import { furtherExtensions } from './further-extensions.ts'

/** The catalogue of extensions by name, whether or not an engine has them. */
export const extensions: readonly ExtensionEntry[] = [
  ...contribExtensions,
  ...furtherExtensions,
].toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** Internals of PostgreSQL and of platforms: they are listed only while they are installed. */
const hiddenExtensions: ReadonlySet<string> = new Set([
  'adminpack',
  'amcheck',
  'file_fdw',
  'intagg',
  'lo',
  'old_snapshot',
  'pageinspect',
  'pg_buffercache',
  'pg_freespacemap',
  'pg_stat_monitor',
  'pg_surgery',
  'pg_tle',
  'pg_visibility',
  'supabase_vault',
  'supautils',
  'wal2json',
  'xml2',
])

const catalogued = new Set(extensions.map(({ name }) => name))

/** Extensions of the catalogue are always listed. */
export const isHiddenExtension = (name: string): boolean =>
  hiddenExtensions.has(name) && !catalogued.has(name)

/** Whether an extension should no longer be used on this major version of PostgreSQL. */
export const isDeprecatedExtension = (
  { deprecated = [] }: Pick<ExtensionEntry, 'deprecated'>,
  major: number,
): boolean => deprecated.some((version) => major >= version)

/** The path of the guide of an extension; every entry of the catalogue has one. */
export const extensionGuide = (name: string): string =>
  `/guides/database/extensions/${guideNames[name] ?? name}`

/** Guides with another name than their extension. */
const guideNames: Readonly<Record<string, string>> = {
  vector: 'pgvector',
  wrappers: 'wrappers/overview',
}
