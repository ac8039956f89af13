import type { ImportState, RejectedImportRow } from '@basalt/contract/database/imports'

/** An import into `plants` that is under way. */
export const importState = (more: Partial<ImportState> = {}): ImportState => ({
  id: 'i1',
  table: { id: 42, schema: 'public', name: 'plants' },
  status: 'reading',
  bytes: 50,
  size_bytes: 200,
  rows: 4,
  inserted: 3,
  updated: 0,
  rejected: 0,
  reasons: [],
  all_or_nothing: false,
  columns: ['id', 'price'].map((name, source) => ({
    name,
    source,
    empty: 'null',
    is_text: false,
  })),
  error: null,
  decide_by: null,
  history_id: null,
  ...more,
})

/** Two of its rows were rejected. */
export const deciding = (more: Partial<ImportState> = {}) =>
  importState({
    status: 'deciding',
    bytes: 200,
    rows: 8,
    inserted: 5,
    updated: 1,
    rejected: 2,
    reasons: [
      { reason: 'invalid input syntax for type numeric', column: 'price', rows: 1 },
      { reason: 'This row has 3 cells', column: null, rows: 1 },
    ],
    ...more,
  })

export const rejected = (
  number: number,
  more: Partial<RejectedImportRow> = {},
): RejectedImportRow => ({
  number,
  line: number + 1,
  cells: [String(number), 'cheap'],
  reason: 'invalid input syntax for type numeric',
  column: 'price',
  only_width: false,
  text: `${number},cheap`,
  ...more,
})
