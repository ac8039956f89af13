import type { ServiceId } from '../organizations/services.ts'

export const extensionTags = [
  'Utility',
  'Dataset',
  'Admin',
  'Index',
  'Data Type',
  'Search',
  'Geo',
  'Audit',
  'Notifications',
  'Cryptography',
  'Testing',
  'Language',
  'Time Series',
  'AI',
] as const

export type ExtensionTag = (typeof extensionTags)[number]

/** SPEC.md section 3, "Extension catalogue entry". */
export type ExtensionEntry = {
  /** As in `create extension`. */
  name: string
  comment: string
  /** Other words that people search for, such as `pgvector` for `vector`. */
  other_names: string
  tags: readonly ExtensionTag[]
  /** A manual, or a guide of this install. */
  link: string
  github_url?: string
  /** The product that builds on it, and its page; `{ref}` is the project. */
  product?: string
  product_url?: string
  /** Major versions of PostgreSQL from which on it should no longer be used. */
  deprecated?: readonly number[]
  /** Provides its behaviour where the engine lacks the extension. */
  service?: ServiceId
}
