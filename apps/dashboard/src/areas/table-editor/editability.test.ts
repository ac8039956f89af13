import type { TableDetail } from '@basalt/contract'
import { expect, test } from 'vitest'

import { editability } from './editability.ts'

test.each([
  [{ kind: 'table', key: ['id'] }, undefined],
  [{ kind: 'table', key: ['ctid'] }, undefined],
  [{ kind: 'table', key: [] }, 'no primary key'],
  [{ kind: 'table', key: ['id'], schema: 'auth', is_protected: true }, 'auth is protected'],
  [{ kind: 'view', key: [], is_updatable: true }, 'takes changes with SQL'],
  [{ kind: 'view', key: [], is_updatable: false }, 'tables it reads from'],
  [{ kind: 'materialized_view', key: [] }, 'refreshed'],
  [{ kind: 'foreign_table', key: [], is_updatable: false }, 'takes no changes'],
  [{ kind: 'foreign_table', key: [], is_updatable: true }, 'no key'],
] satisfies [Parameters<typeof editability>[0] & Partial<TableDetail>, string | undefined][])(
  '%j says why it cannot be edited: %s',
  (table, reason) => {
    const said = editability(table)
    expect(said === undefined ? undefined : said.includes(reason ?? 'nothing')).toBe(
      reason === undefined ? undefined : true,
    )
  },
)
