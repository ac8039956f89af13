import type { TableDetail } from '@basalt/contract/database/tables'
import { expect, test } from 'vitest'

import { editability } from './editability.ts'

test.each([
  [{ kind: 'table', key: ['id'] }, undefined],
  [{ kind: 'table', key: ['ctid'] }, undefined],
  [{ kind: 'table', key: [] }, 'no primary key'],
  [{ kind: 'table', key: ['id'], schema: 'auth', is_protected: true }, 'auth is protected'],
  [{ kind: 'view', key: [], is_updatable: true }, 'has no key, so single rows'],
  [{ kind: 'view', key: [], is_updatable: false }, 'underlying tables'],
  [{ kind: 'materialized_view', key: [] }, 'refresh it'],
  [{ kind: 'foreign_table', key: [], is_updatable: false }, 'read-only because'],
  [{ kind: 'foreign_table', key: [], is_updatable: true }, 'no key'],
] satisfies [Parameters<typeof editability>[0] & Partial<TableDetail>, string | undefined][])(
  '%j is read-only because: %s',
  (table, reason) => {
    const said = editability(table)
    expect(said === undefined ? undefined : said.includes(reason ?? 'nothing')).toBe(
      reason === undefined ? undefined : true,
    )
  },
)
