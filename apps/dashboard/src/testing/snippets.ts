import type { Snippet } from '@basalt/contract/project/snippets'

import { shop } from './answers.ts'

/** The address of the project's queries. */
export const content = `/platform/projects/${shop.ref}/content`

export const getId = (digit: number) => `6f2b7a52-35a8-4d0e-9a39-0d9f6a4b7d1${digit}`
export const buildPath = (digit: number) => `/project/${shop.ref}/sql/${getId(digit)}`

/** A private query of the user with the given differences. */
export const snippet = (digit: number, more: Partial<Snippet> = {}): Snippet => ({
  id: getId(digit),
  name: `Query ${digit}`,
  sql: `select ${digit}`,
  version: 3,
  updated_at: '2026-01-01T00:00:00Z',
  visibility: 'private',
  folder_id: null,
  is_favourite: false,
  is_own: true,
  owner: 'olga@example.test',
  may_change: true,
  ...more,
})
